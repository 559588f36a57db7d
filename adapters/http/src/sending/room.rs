//! The memory for large answers: in all, by person and by network.

use std::sync::Arc;
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpRequest, HttpResponse};
use aditus_domain::ids::UserId;

use crate::api::Api;
use crate::caller_address::network_address;
use crate::load::AnswerLimits;
use crate::memory::{Memory, Share, Taken};
use crate::problem::Problem;
use crate::queue::Asker;
use crate::signed_in::caller_of;

/// Answers up to this size are not counted. There are no more of them than connections.
const NOT_COUNTED: u64 = 256 * 1024;

/// After so many seconds a caller for whose answer there was no room may try again.
const RETRY_SECONDS: u64 = 5;

/// The share of an answer. It is given back when the answer was sent or its connection is closed.
pub(super) type Room = Taken<Asker>;

/// See the module. Answers that wait for room have a budget of the same size.
pub(crate) struct AnswerMemory {
    sent: Arc<Memory<Asker>>,
    waiting: Arc<Memory<Asker>>,
    patience: Duration,
}

impl AnswerMemory {
    pub(crate) fn new(limits: &AnswerLimits) -> Self {
        Self {
            sent: Arc::new(Memory::with(limits.memory, 0)),
            waiting: Arc::new(Memory::with(limits.memory, 0)),
            patience: limits.patience,
        }
    }

    /// The bytes that answers take right now.
    pub(crate) fn taken(&self) -> usize {
        self.sent.taken().saturating_add(self.waiting.taken())
    }

    /// Waits for room for an answer of this size. Returns none if there is none in time, or if too many bytes wait already.
    async fn room(&self, user: Option<UserId>, network: String, size: usize) -> Option<Room> {
        let most = self.sent.most();
        let (half, quarter) = (Share::of(most / 2), Share::of(most / 4));
        let shares = match user {
            Some(user) => vec![(Asker::Person(user), quarter), (Asker::Network(network), half)],
            None => vec![(Asker::Guests, half), (Asker::Network(network), quarter)],
        };
        // An answer that is larger than a share takes all of it.
        let size = size.min(most / 4);
        let mut room = self.sent.begin_with(shares.clone());
        if room.grow_to(size) {
            return Some(room);
        }
        let mut waiting = self.waiting.begin_with(shares);
        let is_granted = waiting.grow_to(size) && room.wait_for(size, self.patience).await;
        is_granted.then_some(room)
    }
}

/// Takes room for a large answer that was made whole, before it is sent.
pub(crate) async fn make_room<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let is_large = matches!(response.response().body().size(), BodySize::Sized(size) if size > NOT_COUNTED);
    // The frontend is embedded in the program and takes no memory of its own.
    if !is_large || !response.request().path().starts_with("/api/") {
        return Ok(response);
    }
    let (request, answer) = response.into_parts();
    let (head, body) = answer.into_parts();
    let bytes = match body.try_into_bytes() {
        Ok(bytes) => bytes,
        // It is made while it is sent.
        Err(body) => return Ok(ServiceResponse::new(request, head.set_body(body))),
    };
    let room = room_for(&request, bytes.len()).await;
    // A call that changed something is answered without room, too: with 503 its caller would repeat it.
    if room.is_none() && request.method().is_safe() {
        return Ok(ServiceResponse::new(request, HttpResponse::from_error(no_room())));
    }
    let mut answer = head.set_body(BoxBody::new(bytes));
    if let Some(room) = room {
        answer.extensions_mut().insert(room);
    }
    Ok(ServiceResponse::new(request, answer))
}

async fn room_for(request: &HttpRequest, size: usize) -> Option<Room> {
    let api = request.app_data::<Data<Api>>()?;
    let caller = caller_of(request).await.ok().flatten();
    let network = network_address(request);
    api.answer_memory()
        .room(caller.map(|caller| caller.user), network, size)
        .await
}

fn no_room() -> Problem {
    Problem::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "The server is sending as much as it can hold. Please try again in a few seconds.",
    )
    .retry_after(RETRY_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1024 * 1024;
    const ADA: Option<UserId> = Some(UserId(1));
    const BEA: Option<UserId> = Some(UserId(2));

    fn memory() -> AnswerMemory {
        AnswerMemory::new(&AnswerLimits {
            memory: 64 * MIB,
            patience: Duration::ZERO,
            ..AnswerLimits::default()
        })
    }

    async fn granted(memory: &AnswerMemory, user: Option<UserId>, network: &str, mib: usize) -> Option<Room> {
        memory.room(user, network.to_owned(), mib * MIB).await
    }

    #[actix_web::test]
    async fn people_networks_and_guests_have_shares() {
        let memory = memory();
        let own = granted(&memory, ADA, "a", 16).await;
        assert!(own.is_some() && granted(&memory, ADA, "b", 1).await.is_none());
        let same_network = granted(&memory, BEA, "a", 16).await;
        assert!(same_network.is_some() && granted(&memory, Some(UserId(3)), "a", 1).await.is_none());
        let guests = [
            granted(&memory, None, "c", 16).await,
            granted(&memory, None, "d", 16).await,
        ];
        assert!(guests.iter().all(Option::is_some));
        assert!(granted(&memory, None, "e", 1).await.is_none());
        assert_eq!(memory.taken(), 64 * MIB);
        drop((own, same_network, guests));
        assert_eq!(memory.taken(), 0);
    }

    #[actix_web::test]
    async fn an_answer_larger_than_a_share_is_sent_alone() {
        let memory = memory();
        let large = granted(&memory, ADA, "a", 100).await;
        assert!(large.is_some() && granted(&memory, ADA, "a", 1).await.is_none());
        drop(large);
        assert!(granted(&memory, ADA, "a", 1).await.is_some());
    }
}
