//! The rules for every adapter: plain functions over the ports, which each adapter runs on itself.
//!
//! A database adapter runs them all with [`database_contract!`](crate::database_contract).

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::assigning_clones,
    reason = "these are tests; a panic is how they fail"
)]

pub mod accounts;
pub mod audit;
pub mod audit_log;
pub mod backup;
pub mod codes;
pub mod contact_changes;
pub mod counts;
pub mod detail;
pub mod dictionary;
pub mod dictionary_imports;
pub mod dictionary_records;
pub mod dictionary_search;
pub mod dictionary_views;
pub mod directory;
pub mod documents;
pub mod drafts;
pub mod drawings;
pub mod encoding;
pub mod erasures;
pub mod facilities;
pub mod feedback;
pub mod files;
pub mod fixtures;
pub mod held_roles;
pub mod idempotency;
pub mod installation;
pub mod integrity;
pub mod kept_dictionary;
pub mod letters;
pub mod limits;
pub mod lists;
pub mod mail;
pub mod migrations;
pub mod notifications;
pub mod order;
pub mod organisation_administration;
pub mod organisations;
pub mod outbox;
pub mod passwords;
pub mod procedure_edits;
pub mod procedure_views;
pub mod procedures;
pub mod reference;
pub mod request_edits;
pub mod requested_datasets;
pub mod requests;
pub mod retentions;
pub mod review;
pub mod reviewed_requests;
pub mod revisions;
pub mod role_views;
pub mod roles;
pub mod row_versions;
pub mod scanner;
pub mod sealed_values;
pub mod seed;
pub mod sessions;
pub mod steps;
pub mod stored_rows;
pub mod table_records;
pub mod text_messages;
pub mod transactions;
pub mod version_contents;
pub mod versions;

/// One clause of the contract of a database. It gets a new, migrated database of its own.
pub type DatabaseClause = fn(&dyn crate::ports::Database);

/// Creates a test of each clause of the database contract: `database_contract!(run)`, where `run`
/// takes a [`DatabaseClause`] and calls it with a new database.
#[macro_export]
macro_rules! database_contract {
    ($run:ident) => {
        $crate::database_contract! { @clauses $run;
            accounts: [
                an_account_is_read_as_it_was_added,
                a_username_is_an_address_in_any_case_or_a_phone,
                phone_and_address_belong_to_one_account,
                a_released_number_is_free,
                a_save_keeps_all_and_a_stale_one_conflicts,
                a_user_is_shown_with_every_role,
                known_usernames_are_known,
                old_clicks_are_swept,
            ],
            audit: [
                an_entry_is_read_as_it_was_added,
                a_dropped_transaction_leaves_no_entry,
                each_filter_narrows,
                pages_lead_both_ways,
                a_persons_entries_are_theirs_and_about_them,
                entries_of_one_moment_keep_their_order,
                the_part_of_a_request_is_for_its_readers,
                readings_within_an_hour_are_counted_beside_one_entry,
                entries_of_a_kind_are_found,
            ],
            audit_log: [
                every_entry_waits_once,
                what_waits_gets_another_mac,
                a_dropped_transaction_appends_nothing,
                hashes_are_read_by_their_places,
                it_is_told_how_far_the_log_reaches,
                leaves_follow_one_another,
                checkpoints_never_fork,
                a_new_key_replaces_the_secret,
                one_at_a_time_continues_the_log,
                witnesses_are_kept_by_name,
                one_at_a_time_asks_a_witness,
                it_is_told_what_the_role_could_alter,
                a_whole_entry_is_for_who_may_read_it,
            ],
            reviewed_requests: [
                a_request_is_read_as_it_is_stored_with_its_entries,
                what_people_wrote_is_read_with_a_request,
            ],
            stored_rows: [
                rows_are_read_alone_and_among_all,
                a_change_is_seen_in_its_part,
                entries_that_may_say_what_is_stored_are_read_in_their_order,
            ],
            held_roles: [
                people_are_read_with_their_roles_and_what_is_recorded_of_them,
                people_who_are_in_the_record_alone_are_told,
            ],
            sessions: [
                a_session_is_found_by_its_token,
                a_session_shows_usable_roles_only,
                a_password_is_noted_in_one_session,
                an_ended_session_is_unknown,
                all_sessions_of_one_person_end,
                a_person_ends_own_sessions_only,
                live_sessions_are_listed,
                old_sessions_are_swept,
            ],
            contact_changes: [
                a_change_is_found_by_its_token,
                a_change_is_forgotten_with_those_after_it,
                a_number_is_kept_for_its_last_owner,
                old_changes_are_swept,
            ],
            codes: [
                a_code_is_read_as_it_was_added,
                the_newest_code_counts,
                issues_are_counted_by_purpose_subject_and_time,
                codes_are_issued_one_after_the_other,
                of_two_redemptions_one_conflicts,
                no_wrong_entry_goes_uncounted,
                the_codes_of_a_person_are_voided,
                old_codes_are_swept,
            ],
            limits: [
                what_happened_is_counted_by_limit_and_subject,
                different_details_are_told_apart,
                what_happened_is_forgotten_and_swept,
                many_at_once_count_like_as_many_in_a_row,
                whoever_names_the_same_counters_never_waits_for_ever,
                untrusted_proxies_are_kept_once_and_swept,
            ],
            idempotency: [
                of_several_who_claim_a_key_one_gets_it,
                an_answer_is_kept_for_its_key,
                a_commit_marks_the_claim,
                who_lost_the_claim_commits_nothing,
                a_dead_attempt_is_replaced_once,
                a_claim_is_given_back_unless_it_is_carried_out,
                keys_are_counted_by_caller_and_swept,
            ],
            sealed_values: [
                sealed_values_are_found_by_their_places_and_replaced,
                a_place_without_a_sealed_value_gets_none,
            ],
            roles: [
                a_role_is_assigned_once,
                roles_come_by_rank,
                holders_are_activated_in_active_accounts,
                people_who_hold_the_role_of_super_user_are_counted,
                a_change_is_kept_with_its_line_of_history,
                a_change_of_what_has_changed_is_a_conflict,
                of_two_changes_at_once_one_wins,
                those_who_may_use_a_role_are_found_by_organisation,
                turns_are_taken,
            ],
            role_views: [
                assigned_roles_are_shown_with_their_histories,
                assigned_roles_are_found_by_person_role_and_status,
                assigned_roles_are_sorted_either_way,
                offered_roles_come_by_organisation_and_rank,
                what_one_has_or_waits_for_is_not_available,
                administration_is_shown_with_what_waits_there,
            ],
            dictionary_imports: [
                an_import_is_found_as_it_was_saved,
                one_import_runs_in_a_source,
                who_lost_the_lease_writes_nothing,
                a_dead_import_is_taken_over_once,
                what_compares_can_be_cancelled,
                who_was_asked_to_cancel_does_not_begin_to_write,
                files_come_back_whole_and_are_forgotten,
                remarks_come_by_kind_and_line,
                imports_are_sorted_and_found_by_their_source,
                the_last_import_comes_first_and_old_ones_are_swept,
                a_source_is_found_by_its_name_without_writing,
            ],
            row_versions: [
                a_stale_version_is_a_conflict_for_every_kind_of_record,
                of_two_who_count_one_version_on_the_second_is_refused,
                who_loses_the_default_is_changed,
            ],
            directory: [
                people_are_shown_by_organisation_and_name,
                people_are_found_by_what_is_shown_of_them,
                people_are_sorted_either_way_and_paged,
                people_and_roles_are_counted,
            ],
            organisations: [
                the_data_requester_organisation_is_there,
                organisations_are_found_and_unique,
                a_role_is_offered_once,
                active_organisations_are_found_by_name_and_domain,
                organisations_come_in_pages_by_name,
                an_offered_role_is_found_by_its_id,
            ],
            organisation_administration: [
                a_saved_organisation_is_read_as_it_is,
                other_organisations_are_found_by_name_and_domain,
                all_organisations_are_found_by_any_field,
                all_organisations_are_sorted_either_way,
                a_role_is_offered_while_both_are_active,
                a_change_of_what_an_organisation_role_is_already_is_a_conflict,
                the_history_of_an_organisation_role_is_shown_to_who_wants_it,
                organisation_roles_are_sorted_either_way,
            ],
            procedures: [
                a_procedure_is_read_as_it_was_added,
                there_is_one_default,
                a_link_to_a_stage_that_is_not_there_is_refused,
            ],
            procedure_edits: [
                an_edited_procedure_is_read_as_it_was_saved,
                what_is_referred_to_is_not_removed,
                what_is_not_there_is_not_changed,
                own_stage_types_join_those_that_are_built_in,
                turns_of_procedures_are_taken,
                a_procedure_is_copied_as_a_whole,
            ],
            procedure_views: [
                procedures_are_found_sorted_and_paged,
                stage_types_are_found_and_sorted,
                stages_are_found_by_all_that_is_shown,
                links_are_found_by_both_their_stages,
                those_who_decide_are_found_by_source,
                those_who_decide_are_counted_by_role,
                the_default_procedure_is_shown,
            ],
            drawings: [
                a_whole_procedure_is_read_as_it_was_added,
                a_drawing_is_read_as_it_was_saved,
                doubled_links_are_kept_as_they_are_drawn,
                the_drawing_of_one_procedure_leaves_others_alone,
                a_template_is_read_as_it_was_saved,
                the_history_of_procedures_is_read_as_it_was_noted,
                name_and_standing_are_saved_by_themselves,
            ],
            letters: [
                a_letter_is_read_as_it_was_kept,
                a_request_has_one_letter,
                no_number_is_left_out_or_given_twice,
                the_procedure_of_a_request_is_known,
            ],
            erasures: [
                an_erased_account_is_found_by_nothing,
                texts_about_an_erased_person_go,
                what_names_an_erased_person_goes,
                documents_are_found_and_removed_by_their_age,
                what_has_passed_is_counted,
            ],
            retentions: [
                a_finished_request_is_removed_with_everything_that_belongs_to_it,
                no_version_of_a_request_is_removed_without_an_entry,
                finished_requests_are_found_by_status_and_age,
                old_feedback_is_removed,
                old_notifications_are_removed,
            ],
            facilities: [
                places_are_kept_found_and_sorted,
                a_place_is_shown_with_what_it_stands_in,
                names_that_places_had_are_kept,
                requests_that_name_a_place_are_counted,
            ],
            reference: [
                a_new_installation_has_lists_and_nothing_invented,
                entries_are_kept_found_and_sorted,
                what_is_not_active_is_not_offered,
                a_renamed_purpose_is_shown_and_found_by_its_new_name,
                what_requests_refer_to_is_counted_and_stays,
                numbers_are_given_once,
                what_is_not_there_is_not_changed,
                turns_of_reference_data_are_taken,
                what_is_held_is_not_changed,
            ],
            dictionary: [
                a_source_is_found_by_its_name_in_any_case,
                brokers_come_first_among_custodians,
                tables_are_read_as_they_were_added,
                variables_are_read_as_they_were_added,
                an_updated_variable_is_replaced_whole,
                names_are_unique_whatever_their_case,
                only_published_variables_are_published,
                variables_are_read_by_their_tables,
                a_dependency_waits_for_its_variable,
                a_dependency_is_resolved_within_its_source,
            ],
            dictionary_records: [
                a_changed_source_is_read_as_it_is,
                what_is_published_follows_its_source,
                requests_follow_the_name_of_their_source,
                what_refers_to_a_source_is_counted,
                sources_are_listed_found_and_sorted,
                tables_are_listed_published_or_not,
                custodians_are_kept_found_and_sorted,
                versions_are_kept_found_and_sorted,
                topics_are_kept_found_and_sorted,
            ],
            kept_dictionary: [
                a_table_is_changed_and_removed,
                types_of_tables_are_added,
                a_variable_is_added_changed_and_removed,
                a_page_of_variables_knows_how_many_there_are,
                what_a_variable_has_several_of_is_kept,
                an_import_makes_what_was_read_old,
                turns_of_a_source_are_taken,
                published_topics_lead_to_published_tables,
                tables_stand_under_topics,
            ],
            revisions: [
                each_change_makes_a_revision,
                a_first_revision_says_what_is_stored,
                revisions_come_in_pages,
                another_name_is_a_change_of_what_names_it,
                a_request_tells_what_changed_since,
            ],
            version_contents: [
                a_version_holds_what_was,
                versions_are_compared,
            ],
            dictionary_views: [
                sources_are_shown_with_counts,
                tables_are_shown_by_name,
                edges_lead_between_published_tables,
                pages_cover_everything_once_in_each_order,
                filters_narrow_and_are_counted,
                what_was_picked_is_shown_as_far_as_it_is_or_was_published,
                unpublishing_hides,
                a_page_shows_what_its_variables_have,
            ],
            table_records: [
                records_are_kept_until_something_is_said_of_them,
                records_are_shown_of_published_tables_by_name,
            ],
            dictionary_search: [
                a_keyword_is_found_in_every_searched_field,
                marks_in_a_keyword_mean_nothing,
                short_keywords_match_anywhere,
                what_fits_best_comes_first,
                of_what_is_found_often_the_first_are_ranked,
                a_common_word_is_rare_in_another_source,
                a_meaning_is_found_as_it_is_shown,
                a_change_changes_what_is_found,
            ],
            notifications: [
                notifications_come_newest_first_by_person,
                notifications_come_by_when_they_were_written,
                only_the_owner_marks_as_read,
                a_group_is_marked_as_read,
                mails_are_wanted_until_somebody_says_otherwise,
                what_was_missed_comes_oldest_first,
                what_many_missed_comes_at_once,
                many_notifications_are_added_at_once,
            ],
            order: [
                feedback_is_sorted_by_title,
                people_are_sorted_by_designation_and_department,
                people_are_sorted_by_address,
                assigned_roles_are_sorted_by_designation,
                organisations_are_sorted_by_their_texts,
                organisations_are_sorted_by_domain,
                sources_are_sorted_by_their_texts,
                tables_are_sorted_by_their_texts,
                a_changed_table_is_sorted_by_its_new_texts,
                tables_of_a_topic_are_sorted_by_their_texts,
                variables_are_sorted_by_their_names,
                imports_are_sorted_by_source,
            ],
            outbox: [
                a_claimed_mail_is_claimed_once_until_its_lease_ends,
                many_mails_are_queued_at_once,
                a_code_leaves_before_news_that_were_queued_earlier,
                old_messages_are_swept_whatever_became_of_them,
                workers_at_once_never_share_a_mail,
                a_finished_mail_is_gone_and_wiped,
                a_postponed_mail_comes_back,
                mails_that_were_not_tried_are_given_back,
                channels_are_kept_apart,
                a_message_keeps_its_destination,
                the_codes_of_a_person_are_dropped,
                what_waits_is_counted_by_channel,
            ],
            installation: [
                a_mark_is_read_as_it_was_committed,
                a_database_is_untouched_until_somebody_begins,
                of_all_who_begin_a_demonstration_one_fills_it,
            ],
            integrity: [
                what_is_whole_is_found_whole_and_left_as_it_is,
                an_examination_is_of_one_moment,
            ],
            requests: [
                a_request_is_read_as_it_was_added,
                a_request_that_is_not_there_is_none,
                an_addition_that_fails_leaves_no_trace,
                the_key_of_a_document_is_unique,
                uploads_are_known_until_their_request_is_added,
                a_state_is_located,
                a_saved_request_is_read_as_it_is,
                a_new_round_is_saved,
                a_round_is_noted_once,
                the_sources_at_the_end_of_a_round_are_kept,
                a_stale_save_is_a_conflict,
                of_two_saves_at_once_exactly_one_wins,
            ],
            request_edits: [
                edited_answers_are_read,
                a_replaced_document_can_still_be_opened,
                devices_are_edited,
                staff_are_edited,
                another_source_is_shown_and_found,
            ],
            drafts: [
                a_draft_is_read_as_it_was_saved,
                a_draft_is_its_owners_alone,
                drafts_are_listed_by_their_last_save,
                nobody_has_more_drafts_than_there_may_be,
                the_files_of_an_account_are_counted,
                a_draft_goes_with_its_files,
                files_that_no_draft_names_are_swept,
                a_removed_file_is_swept,
                an_owner_is_told_once_and_again_after_a_save,
            ],
            requested_datasets: [
                a_dataset_is_added_and_described,
                a_request_shows_and_is_found_by_all_its_sources,
                variables_are_added_and_removed,
                a_variable_is_in_a_dataset_once,
                variables_of_a_dataset_are_searched_and_sorted,
                datasets_of_a_foreign_request_are_not_there,
                only_what_is_published_is_offered,
            ],
            versions: [
                a_version_is_read_as_it_was_added,
                the_content_is_what_was_filled_in,
                a_number_of_a_version_is_given_once,
                a_save_of_an_older_version_is_a_conflict,
                what_happens_names_its_version,
                nobody_sees_versions_of_a_foreign_request,
                turns_of_a_request_are_taken,
            ],
            lists: [
                a_row_shows_the_request,
                approvals_move_a_request_through_the_tabs,
                a_denial_shows_on_the_tabs_of_every_role,
                a_recall_shows_on_the_denied_tab,
                an_earlier_round_stays_in_the_history,
                stages_that_are_bound_anew_move_the_request,
                pages_follow_the_date_of_creation,
                a_search_finds_what_the_specification_names,
                a_search_finds_by_the_present_names,
                a_search_finds_what_was_typed_on_other_keyboards,
                marks_in_a_search_mean_nothing,
                a_search_stays_within_its_list,
            ],
            review: [
                a_comment_is_read_as_it_was_added,
                a_comment_is_resolved_once,
                open_demands_are_found_and_counted,
                those_who_took_part_are_found,
                comments_are_shown_by_section,
                replies_are_shown_with_their_authors,
                comments_are_counted_by_section,
                states_and_edges_show_the_chain,
                the_history_tells_what_happened,
                the_history_tells_a_recall,
                stages_short_of_people_are_found,
            ],
            feedback: [
                feedback_is_given_once,
                feedback_needs_its_request,
                feedback_is_replaced,
                feedback_is_listed_and_tallied,
            ],
            detail: [
                the_detail_shows_everything_that_was_filled_in,
                a_request_may_have_no_variables,
                variables_may_be_counted_only,
                an_organisation_is_shown_as_it_was_typed,
                nobody_sees_a_foreign_request,
            ],
            counts: [
                counts_are_right_after_many_changes,
                counts_are_right_after_changes_at_once,
                what_is_not_committed_is_not_counted,
            ],
            transactions: [
                a_dropped_transaction_leaves_no_trace,
                reads_of_one_call_see_what_is_written_between_them,
                an_error_ends_the_transaction,
                signals_follow_the_commit,
                a_commit_of_one_call_is_heard_of,
                changes_of_roles_are_signalled,
                changes_of_comments_are_signalled,
                changes_of_requests_are_signalled,
                what_is_settled_is_read,
                read_notifications_are_signalled,
                ends_of_sessions_are_signalled,
                a_transaction_without_news_signals_nothing,
                writers_at_once_lose_no_update,
                others_write_between_the_parts_of_a_long_work,
                readers_do_not_see_what_is_not_committed,
                times_are_kept_to_the_microsecond,
                the_database_answers,
            ],
        }
    };
    (@clauses $run:ident; $($slice:ident: [$($clause:ident),+ $(,)?]),+ $(,)?) => {
        $(mod $slice {
            $(#[test]
            fn $clause() {
                super::$run($crate::contract::$slice::$clause);
            })+
        })+
    };
}
