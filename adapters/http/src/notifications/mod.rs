//! Lists notifications, marks them as read, and manages email preferences (1 §2.5, §7.3).

mod body;
mod preferences;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, patch, web};
use aditus_application::notifications::views::ReadFilter;
use aditus_application::notifications::{list, mark_group_read, mark_read};
use aditus_application::paging::{Direction, Page};
use aditus_domain::ids::{NotificationId, UserId};

use crate::answer::{Done, Envelope, PageBody};
use crate::api::Api;
use crate::body::{Body, NoFields, Query};
use crate::problem::{Problem, ProblemBody};
use crate::routes::Routes;
use crate::signed_in::{Reader, SignedIn};
use crate::sort::sorted_or;
use body::{
    AllNotificationsQuery, ByTime, GroupBody, GroupCountBody, MarkedBody, NotificationBody,
    NotificationsAnswer, NotificationsQuery,
};

pub(crate) fn configure(routes: &mut Routes<'_>) {
    routes
        .service(unread_notifications)
        .service(all_notifications)
        .service(mark_group_of_notifications_read)
        .service(preferences::mail_preferences)
        .service(preferences::choose_mails)
        .service(mark_notification_read);
}

/// Lists the caller's unread notifications, newest first.
#[utoipa::path(tag = "notifications", security(("token" = [])), params(NotificationsQuery), responses(
    (status = 200, body = NotificationsAnswer),
    (status = 403, body = ProblemBody, description = "another person's notifications"),
))]
#[get("/notifications/user-notifications")]
async fn unread_notifications(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<NotificationsQuery>,
) -> Result<HttpResponse, Problem> {
    listed(&api, reader, ReadFilter::Unread, query.0).await
}

/// Lists all of the caller's notifications, newest first.
#[utoipa::path(tag = "notifications", security(("token" = [])), params(AllNotificationsQuery), responses(
    (status = 200, body = NotificationsAnswer),
    (status = 403, body = ProblemBody, description = "another person's notifications"),
))]
#[get("/notifications/all-user-notifications")]
async fn all_notifications(
    api: web::Data<Api>,
    reader: Reader,
    query: Query<AllNotificationsQuery>,
) -> Result<HttpResponse, Problem> {
    let AllNotificationsQuery {
        user_id,
        read,
        search,
        sort,
        page,
        page_size,
    } = query.0;
    let filter = match read {
        None => ReadFilter::All,
        Some(true) => ReadFilter::Read,
        Some(false) => ReadFilter::Unread,
    };
    let query = NotificationsQuery {
        user_id,
        search,
        sort,
        page,
        page_size,
    };
    listed(&api, reader, filter, query).await
}

async fn listed(
    api: &Api,
    reader: Reader,
    filter: ReadFilter,
    query: NotificationsQuery,
) -> Result<HttpResponse, Problem> {
    let direction = sorted_or(query.sort, (ByTime, Direction::Descending));
    let search = query.search;
    let user_id = query.user_id.map(UserId);
    let query = list::Query {
        user_id,
        filter,
        page: Page::new(query.page.unwrap_or(1), query.page_size.unwrap_or(Page::MAX_SIZE)),
    };
    let (page, groups) = api
        .read_with(reader, direction, move |ports, caller, (_, direction)| {
            let page = list::found(ports, caller, query, search.as_deref(), direction)?;
            let groups = list::groups(ports, caller, user_id)?;
            Ok::<_, list::Error>((page, groups))
        })
        .await?;
    Ok(HttpResponse::Ok().json(NotificationsAnswer {
        code: 200,
        message: "OK".to_owned(),
        page: PageBody::from_paged(&page),
        data: page.items.into_iter().map(NotificationBody::from).collect(),
        groups: groups.into_iter().map(GroupCountBody::from).collect(),
    }))
}

/// Marks all of the caller's notifications in one role as read.
#[utoipa::path(tag = "notifications", security(("token" = [])), request_body = GroupBody, responses(
    (status = 200, body = Envelope<MarkedBody>),
))]
#[patch("/notifications")]
async fn mark_group_of_notifications_read(
    api: web::Data<Api>,
    caller: SignedIn,
    body: Body<GroupBody>,
) -> Result<HttpResponse, Problem> {
    let command = mark_group_read::Command { role: body.0.role };
    let marked = api
        .run(move |ports| mark_group_read::execute(ports, &caller, &command))
        .await?;
    Ok(Envelope::with(StatusCode::OK, "OK", MarkedBody { marked }))
}

/// Marks one notification as read.
#[utoipa::path(tag = "notifications", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, body = Done),
    (status = 400, body = ProblemBody, description = "the body has a field; this call takes none"),
))]
#[patch("/notifications/{id}")]
async fn mark_notification_read(
    api: web::Data<Api>,
    caller: SignedIn,
    id: web::Path<i64>,
    _body: NoFields,
) -> Result<HttpResponse, Problem> {
    let command = mark_read::Command {
        id: NotificationId(id.into_inner()),
    };
    api.run(move |ports| mark_read::execute(ports, &caller, command))
        .await?;
    Ok(Done::ok("OK"))
}
