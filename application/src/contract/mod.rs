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
pub mod calendar;
pub mod calendar_feeds;
pub mod codes;
pub mod contact_changes;
pub mod counts;
pub mod detail;
pub mod dictionary;
pub mod dictionary_imports;
pub mod dictionary_records;
pub mod dictionary_search;
pub mod dictionary_views;
pub mod digests;
pub mod directory;
pub mod documents;
pub mod drafts;
pub mod drawings;
pub mod due_dates;
pub mod encoding;
pub mod erasures;
pub mod facilities;
pub mod feed_format;
pub mod feedback;
pub mod files;
pub mod filtered_lists;
pub mod fixtures;
pub mod held_roles;
pub mod holiday_files;
pub mod idempotency;
pub mod identities;
pub mod identity_provider;
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
pub mod passkey_port;
pub mod passkeys;
pub mod passwords;
pub mod procedure_edits;
pub mod procedure_views;
pub mod procedures;
pub mod reference;
pub mod reminders;
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
pub mod second_factors;
pub mod seed;
pub mod sessions;
pub mod steps;
pub mod stored_rows;
pub mod table_records;
pub mod terms;
pub mod text_messages;
pub mod transactions;
pub mod version_contents;
pub mod versions;
pub mod windows;

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
                a_save_stores_all_fields_and_a_stale_one_conflicts,
                a_user_is_shown_with_every_role,
                has_username_finds_addresses_and_phones,
                old_clicks_are_deleted,
            ],
            audit: [
                an_entry_is_read_as_it_was_added,
                a_dropped_transaction_leaves_no_entry,
                filters_work_alone_and_combined,
                records_are_read_with_their_names,
                pages_continue_in_both_directions,
                a_person_has_entries_by_and_about_them,
                entries_of_one_moment_keep_their_order,
                readers_of_a_request_read_its_entries,
                reads_within_an_hour_are_counted_beside_one_entry,
                entries_of_a_kind_are_found,
            ],
            audit_log: [
                every_entry_is_pending_once,
                pending_entries_get_new_macs,
                a_dropped_transaction_appends_nothing,
                hashes_are_read_by_their_places,
                the_extent_of_the_log_is_read,
                leaves_follow_one_another,
                checkpoints_never_fork,
                a_new_key_replaces_the_secret,
                one_writer_at_a_time_continues_the_log,
                witnesses_are_kept_by_name,
                one_node_at_a_time_asks_a_witness,
                the_guard_lists_the_tables_that_the_role_can_alter,
                a_whole_entry_is_read_within_the_scope,
            ],
            reviewed_requests: [
                a_request_is_read_as_it_is_stored_with_its_entries,
                texts_of_people_are_read_with_a_request,
            ],
            stored_rows: [
                rows_are_read_alone_and_among_all,
                a_change_alters_the_digest_of_its_part,
                entries_with_digests_of_rows_are_read_in_order,
            ],
            held_roles: [
                people_are_read_with_their_roles_and_entries,
                people_who_exist_only_in_the_audit_log_are_listed,
            ],
            sessions: [
                a_session_is_found_by_its_token,
                a_session_shows_usable_roles_only,
                a_password_is_noted_in_one_session,
                an_ended_session_is_unknown,
                all_sessions_of_one_person_end,
                a_person_ends_own_sessions_only,
                live_sessions_are_listed,
                old_sessions_are_deleted,
            ],
            second_factors: [
                a_second_factor_is_read_as_it_was_saved,
                one_of_two_saves_conflicts,
                the_start_of_the_grace_is_stored_apart,
                a_pending_sign_in_is_found_until_it_ends,
                wrong_codes_of_a_sign_in_are_counted_one_by_one,
                pending_sign_ins_end_by_person_and_age,
            ],
            identities: [
                an_identity_is_found_as_it_was_linked,
                an_identity_is_linked_once,
                one_of_two_concurrent_links_succeeds,
                a_person_unlinks_own_identities_only,
                unlinking_waits_for_other_calls_on_the_account,
                a_session_knows_the_identity_with_which_it_began,
                a_provider_ends_its_sessions,
                a_pending_sign_in_ends_with_its_identity,
                a_provider_sign_in_is_taken_once,
                a_proven_identity_is_taken_once,
                a_proven_identity_can_be_put_back,
                an_erased_account_has_no_identities,
            ],
            passkeys: [
                a_passkey_is_read_as_it_was_added,
                a_credential_id_is_stored_once,
                a_use_is_stored,
                one_of_two_uses_conflicts,
                a_person_changes_own_passkeys_only,
                a_passkey_can_be_renamed_while_it_is_used,
                removals_wait_for_other_calls_on_the_account,
                additions_wait_for_other_calls_on_the_account,
                passkeys_count_as_a_second_factor,
                a_ceremony_is_taken_once,
                a_challenge_is_stored_once,
                old_ceremonies_are_deleted,
                an_erased_account_has_no_passkeys,
            ],
            contact_changes: [
                a_change_is_found_by_its_token,
                a_change_is_forgotten_with_those_after_it,
                a_number_is_kept_for_its_last_owner,
                old_changes_are_deleted,
            ],
            codes: [
                a_code_is_read_as_it_was_added,
                the_newest_code_is_returned,
                issues_are_counted_by_purpose_subject_and_time,
                concurrent_issues_of_a_code_are_serialised,
                one_of_two_redemptions_conflicts,
                every_wrong_entry_is_counted,
                the_codes_of_a_person_are_voided,
                old_codes_are_deleted,
            ],
            limits: [
                events_are_counted_by_limit_and_subject,
                different_details_are_counted,
                events_are_forgotten_and_deleted,
                concurrent_events_count_like_sequential_ones,
                locking_the_same_counters_does_not_deadlock,
                untrusted_proxies_are_stored_once_and_deleted,
            ],
            idempotency: [
                one_of_several_callers_claims_a_key,
                a_response_is_stored_for_its_key,
                a_commit_marks_the_claim,
                a_lost_claim_cannot_commit,
                an_expired_attempt_is_replaced_once,
                a_claim_is_released_unless_it_was_executed,
                keys_are_counted_by_caller_and_deleted,
            ],
            sealed_values: [
                sealed_values_are_found_by_their_places_and_replaced,
                an_empty_place_gets_no_sealed_value,
            ],
            roles: [
                a_role_is_assigned_once,
                roles_come_by_rank,
                holders_are_activated_in_active_accounts,
                super_users_are_counted,
                a_change_is_kept_with_its_line_of_history,
                a_stale_change_is_a_conflict,
                one_of_two_concurrent_changes_succeeds,
                people_who_may_use_a_role_are_found_by_organisation,
                role_changes_are_serialised_by_a_lock,
            ],
            role_views: [
                assigned_roles_are_shown_with_their_histories,
                assigned_roles_are_found_by_person_role_and_status,
                assigned_roles_are_sorted_either_way,
                offered_roles_come_by_organisation_and_rank,
                held_and_requested_roles_are_not_available,
                administration_is_shown_with_its_pending_requests,
            ],
            dictionary_imports: [
                an_import_is_found_as_it_was_saved,
                one_import_runs_in_a_source,
                a_lost_lease_cannot_write,
                an_abandoned_import_is_taken_over_once,
                an_import_can_be_cancelled_while_it_compares,
                a_cancelled_import_does_not_begin_to_write,
                files_come_back_whole_and_are_forgotten,
                remarks_come_by_kind_and_line,
                imports_are_sorted_and_found_by_their_source,
                the_last_import_comes_first_and_old_ones_are_deleted,
                a_source_is_found_by_its_name_without_writing,
            ],
            row_versions: [
                a_stale_version_is_a_conflict_for_every_kind_of_record,
                one_of_two_concurrent_increments_is_refused,
                losing_the_default_increments_the_version,
            ],
            directory: [
                people_are_shown_by_organisation_and_name,
                people_are_found_by_any_displayed_text,
                people_are_sorted_either_way_and_paged,
                people_with_a_second_factor_are_marked,
                people_and_roles_are_counted,
            ],
            organisations: [
                the_data_requester_organisation_exists,
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
                an_organisation_role_change_to_the_same_state_is_a_conflict,
                the_history_of_an_organisation_role_is_shown_on_request,
                organisation_roles_are_sorted_either_way,
            ],
            procedures: [
                a_procedure_is_read_as_it_was_added,
                there_is_one_default,
                a_link_to_an_unknown_stage_is_refused,
            ],
            procedure_edits: [
                an_edited_procedure_is_read_as_it_was_saved,
                referenced_rows_are_not_removed,
                changes_of_unknown_rows_are_refused,
                custom_stage_types_are_listed_with_the_built_in_ones,
                procedure_changes_are_serialised_by_a_lock,
                a_procedure_is_copied_as_a_whole,
            ],
            procedure_views: [
                procedures_are_found_sorted_and_paged,
                stage_types_are_found_and_sorted,
                stages_are_found_by_every_displayed_text,
                links_are_found_by_both_their_stages,
                deciders_are_found_by_source,
                deciders_are_counted_by_role,
                the_default_procedure_is_shown,
            ],
            drawings: [
                a_whole_procedure_is_read_as_it_was_added,
                a_drawing_is_read_as_it_was_saved,
                doubled_links_are_kept_as_they_are_drawn,
                saving_a_drawing_does_not_change_other_procedures,
                a_template_is_read_as_it_was_saved_and_can_be_deleted,
                the_history_of_procedures_is_read_as_it_was_noted,
                name_and_status_are_saved_separately,
            ],
            letters: [
                a_letter_is_read_as_it_was_kept,
                a_request_has_one_letter,
                letter_numbers_have_no_gaps_or_duplicates,
                the_procedure_of_a_request_is_known,
            ],
            erasures: [
                an_erased_account_is_never_found,
                texts_about_an_erased_person_are_deleted,
                data_naming_an_erased_person_is_deleted,
                documents_are_found_and_removed_by_their_age,
                expired_rows_are_counted,
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
                a_place_is_shown_with_its_parents_and_children,
                former_names_of_places_are_kept,
                requests_that_name_a_place_are_counted,
            ],
            reference: [
                a_new_installation_has_only_the_built_in_lists,
                entries_are_kept_found_and_sorted,
                inactive_entries_are_not_offered,
                a_renamed_purpose_is_shown_and_found_by_its_new_name,
                entries_used_by_requests_are_counted_and_kept,
                ids_are_never_reused,
                changes_of_unknown_rows_are_refused,
                reference_data_changes_are_serialised_by_a_lock,
                locked_reference_data_is_not_changed,
            ],
            dictionary: [
                a_source_is_found_by_its_name_in_any_case,
                brokers_come_first_among_custodians,
                tables_are_read_as_they_were_added,
                variables_are_read_as_they_were_added,
                an_updated_variable_is_replaced_whole,
                names_are_unique_whatever_their_case,
                only_published_variables_of_published_tables_are_found,
                variables_are_read_by_their_tables,
                a_dependency_waits_for_its_variable,
                a_dependency_is_resolved_within_its_source,
            ],
            dictionary_records: [
                a_changed_source_is_read_as_it_is,
                unpublishing_a_source_hides_its_tables,
                requests_follow_the_name_of_their_source,
                references_to_a_source_are_counted,
                sources_are_listed_found_and_sorted,
                tables_are_listed_published_or_not,
                custodians_are_kept_found_and_sorted,
                versions_are_kept_found_and_sorted,
                topics_are_kept_found_and_sorted,
            ],
            kept_dictionary: [
                a_table_is_changed_and_removed,
                table_types_are_added,
                a_variable_is_added_changed_and_removed,
                a_page_of_variables_has_the_total,
                details_of_a_variable_are_stored,
                an_import_makes_open_forms_stale,
                changes_of_a_source_are_serialised_by_a_lock,
                published_topics_lead_to_published_tables,
                tables_are_assigned_to_topics,
            ],
            revisions: [
                each_change_makes_a_revision,
                a_first_revision_contains_the_stored_row,
                revisions_come_in_pages,
                a_rename_changes_the_rows_that_contain_the_name,
                a_request_shows_later_changes,
            ],
            version_contents: [
                a_version_keeps_the_former_content,
                versions_are_compared,
            ],
            dictionary_views: [
                sources_are_shown_with_counts,
                tables_are_shown_by_name,
                edges_lead_between_published_tables,
                pages_cover_everything_once_in_each_order,
                filters_narrow_and_are_counted,
                picked_variables_are_shown_if_they_are_or_were_published,
                unpublishing_a_table_hides_its_variables,
                a_page_shows_the_details_of_its_variables,
            ],
            digests: [
                due_notifications_of_digests_are_taken_once,
                digests_that_are_not_committed_stay,
                many_notifications_wait_for_a_digest,
                settled_notifications_wait_for_no_digest,
                a_new_choice_applies_to_waiting_notifications,
                an_erasure_removes_waiting_notifications,
            ],
            table_records: [
                record_counts_are_kept_until_they_are_replaced,
                record_counts_are_shown_for_published_tables_by_name,
            ],
            dictionary_search: [
                a_keyword_is_found_in_every_searched_field,
                special_characters_in_a_keyword_are_literal,
                short_keywords_match_anywhere,
                the_best_match_comes_first,
                only_the_first_of_many_matches_are_ranked,
                common_words_are_ranked_in_full_within_another_source,
                a_meaning_is_found_as_it_is_shown,
                the_search_follows_changes,
                a_search_over_all_sources_is_grouped_and_ranked,
                common_words_are_counted_up_to_a_limit_by_source,
                facets_narrow_lists_and_searches,
            ],
            notifications: [
                notifications_come_newest_first_by_person,
                notifications_are_sorted_by_their_time,
                only_the_owner_marks_as_read,
                a_group_is_marked_as_read,
                mails_come_immediately_unless_chosen_otherwise,
                missed_notifications_come_oldest_first,
                missed_notifications_of_many_people_are_read_at_once,
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
                a_code_precedes_notifications_queued_earlier,
                old_messages_are_deleted_in_any_state,
                concurrent_workers_never_claim_the_same_mail,
                the_content_of_a_finished_mail_is_erased,
                a_postponed_mail_comes_back,
                untried_mails_are_released,
                channels_are_kept_apart,
                a_message_keeps_its_destination,
                the_codes_of_a_person_are_dropped,
                pending_messages_are_counted_by_channel,
            ],
            calendar: [
                a_new_installation_has_the_default_calendar,
                a_calendar_is_read_as_it_was_saved,
                a_calendar_has_as_many_holidays_as_the_domain_allows,
                concurrent_saves_are_not_mixed,
            ],
            installation: [
                a_mark_is_read_as_it_was_committed,
                a_database_is_untouched_until_its_first_use,
                one_of_several_processes_fills_a_demonstration,
            ],
            integrity: [
                an_intact_database_has_no_differences,
                a_scan_reads_one_snapshot,
            ],
            requests: [
                a_request_is_read_as_it_was_added,
                requests_bound_to_organisation_roles_are_found,
                an_unknown_request_is_none,
                an_addition_that_fails_leaves_no_trace,
                the_key_of_a_document_is_unique,
                uploads_are_known_until_their_request_is_added,
                a_state_is_located,
                a_saved_request_is_read_as_it_is,
                a_new_round_is_saved,
                a_round_is_noted_once,
                the_sources_at_the_end_of_a_round_are_kept,
                a_stale_save_is_a_conflict,
                one_of_two_concurrent_saves_succeeds,
                finished_requests_of_a_procedure_are_found,
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
                a_draft_is_visible_to_its_owner_only,
                drafts_are_listed_by_their_last_save,
                the_number_of_drafts_per_person_is_limited,
                the_files_of_an_account_are_counted,
                a_draft_is_removed_with_its_files,
                unused_draft_files_are_deleted,
                a_removed_file_is_deleted,
                an_owner_is_notified_once_and_again_after_a_save,
            ],
            requested_datasets: [
                a_dataset_is_added_and_described,
                a_request_shows_and_is_found_by_all_its_sources,
                variables_are_added_and_removed,
                a_variable_is_in_a_dataset_once,
                variables_of_a_dataset_are_searched_and_sorted,
                datasets_of_a_foreign_request_are_not_found,
                only_published_variables_are_offered,
            ],
            versions: [
                a_version_is_read_as_it_was_added,
                the_content_has_the_submitted_answers,
                version_numbers_are_unique,
                a_save_of_an_older_version_is_a_conflict,
                decisions_and_comments_name_their_version,
                versions_of_a_foreign_request_are_not_found,
                changes_of_a_request_are_serialised_by_a_lock,
            ],
            lists: [
                a_row_shows_the_request,
                approvals_move_a_request_through_the_tabs,
                a_denial_shows_on_the_tabs_of_every_role,
                a_recall_shows_on_the_denied_tab,
                an_earlier_round_stays_in_the_history,
                rebinding_a_stage_moves_the_request,
                pages_follow_the_date_of_creation,
                finished_requests_have_their_times,
                a_search_covers_every_specified_text,
                a_search_finds_current_names_only,
                a_search_ignores_keyboard_differences,
                special_characters_in_a_search_are_literal,
                a_search_stays_within_its_list,
            ],
            due_dates: [
                a_stage_has_a_clock_while_it_is_its_turn,
                a_clock_has_the_pauses_of_its_request,
                a_reopening_begins_another_pause,
                due_dates_of_an_earlier_calendar_are_found,
                a_stage_keeps_its_due_date_until_its_turn_ends,
                lists_are_filtered_and_sorted_by_due_date,
                found_requests_are_sorted_by_due_date,
            ],
            terms: [
                a_term_runs_until_its_request_is_decided_or_recalled,
                a_term_has_the_pauses_of_its_request,
                a_term_is_extended_once,
                each_round_has_its_own_term,
                terms_of_an_earlier_calendar_are_found,
                the_term_of_the_procedure_of_a_request_is_read,
            ],
            windows: [
                a_window_is_open_until_it_is_answered,
                a_window_ends_with_the_resolution,
                a_window_ends_with_a_reply_of_the_requester,
                windows_end_with_their_request,
                comments_of_earlier_rounds_have_no_window,
                windows_of_an_earlier_calendar_are_found,
                requests_with_an_ending_window_are_found,
                the_window_of_the_procedure_of_a_request_is_read,
                a_comment_with_a_window_is_a_task_until_it_is_answered,
            ],
            reminders: [
                requests_with_a_reminder_are_found,
                a_paused_stage_has_no_reminder,
                reminders_of_a_stage_end_with_its_turn,
                requests_with_an_open_demand_are_found,
                reminders_of_a_reopened_comment_begin_anew,
                comments_of_earlier_rounds_have_no_effect,
                answered_comments_have_no_reminder,
                the_last_run_is_known,
            ],
            calendar_feeds: [
                a_feed_is_found_by_its_token,
                a_renewed_feed_has_another_token,
                a_removed_feed_is_unknown,
                the_hash_of_a_feed_is_replaced,
                an_erased_account_has_no_feed,
                due_stages_are_read_by_organisation_role,
            ],
            filtered_lists: [
                filters_limit_a_list,
                old_requests_are_found,
                requests_are_found_by_the_party_they_wait_for,
                lists_are_sorted,
                filters_offer_what_occurs,
            ],
            review: [
                a_comment_is_read_as_it_was_added,
                a_comment_is_resolved_once,
                open_demands_are_found_and_counted,
                involved_people_are_found,
                progress_counts_the_approved_stages,
                comments_are_shown_by_section,
                replies_are_shown_with_their_authors,
                comments_are_counted_by_section,
                states_and_edges_show_the_chain,
                the_history_shows_events_in_order,
                the_history_shows_a_recall,
                stages_without_deciders_are_found,
            ],
            feedback: [
                feedback_is_given_once,
                feedback_needs_its_request,
                feedback_is_replaced,
                feedback_is_listed_and_tallied,
                answers_are_counted_by_option_and_time,
            ],
            detail: [
                the_detail_shows_everything_that_was_filled_in,
                a_request_may_have_no_variables,
                variables_may_be_counted_only,
                an_organisation_is_shown_as_it_was_typed,
                a_foreign_request_is_not_found,
            ],
            counts: [
                counts_are_right_after_many_changes,
                counts_are_right_after_concurrent_changes,
                uncommitted_changes_are_not_counted,
            ],
            transactions: [
                a_dropped_transaction_leaves_no_trace,
                reads_of_one_call_see_writes_between_them,
                an_error_ends_the_transaction,
                signals_follow_the_commit,
                a_commit_of_one_call_is_signalled,
                changes_of_roles_are_signalled,
                changes_of_comments_are_signalled,
                changes_of_requests_are_signalled,
                settling_marks_notifications_as_read,
                read_notifications_are_signalled,
                ends_of_sessions_are_signalled,
                a_transaction_without_notifications_signals_nothing,
                concurrent_writers_lose_no_update,
                others_write_between_the_batches_of_a_long_operation,
                readers_do_not_see_uncommitted_changes,
                times_are_kept_to_the_microsecond,
                the_database_responds_to_a_ping,
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
