//! A witness signs a checkpoint only if it extends the one it signed before. Nothing in the product
//! waits for a witness.

use std::sync::Mutex;
use std::time::Duration;

use aditus_application::audit::check;
use aditus_application::audit::evidence::entry_evidence;
use aditus_application::audit::log::kept::InMemoryCheckpoint;
use aditus_application::audit::log::witness::send::{self, Answer};
use aditus_application::audit::log::witness::{TroubleKind, WitnessState};
use aditus_application::audit::log::{checkpoint, publish, rotate, state};
use aditus_application::ports::{
    ContentEncoding as _, SignedHead, Submission, TransparencyLog as _, Witness, WitnessError,
    WitnessResponse,
};
use aditus_application::testing::ListedPasskeys;
use aditus_canonical::CanonicalJson;
use aditus_domain::audit::log::{TreeHash, TreeHead};
use aditus_log::C2spLog;
use chrono::TimeDelta;

use super::entries;
use super::log::continued;
use crate::story::Story;
use crate::world::World;

const NAME: &str = "https://witness.example";
const LINE: &str = "— witness.example/w1 AAAAAAAA\n";
const EVERY: Duration = Duration::from_mins(1);

/// An in-process witness that implements tlog-witness.
#[derive(Default)]
struct TestWitness {
    keys: Mutex<Vec<String>>,
    signed: Mutex<Option<TreeHead>>,
    asked: Mutex<Vec<u64>>,
    is_away: Mutex<bool>,
}

impl TestWitness {
    fn of(world: &World) -> Self {
        let witness = Self::default();
        witness.trust_keys_of(world);
        witness
    }

    /// Accepts the current keys of the log.
    fn trust_keys_of(&self, world: &World) {
        let keys = state::execute(&world.ports).unwrap().keys;
        *self.keys.lock().unwrap() = keys.into_iter().map(|key| key.verifier_key).collect();
    }

    /// Returns the earlier size of each submission since the last call.
    fn asked(&self) -> Vec<u64> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }
}

impl Witness for TestWitness {
    fn name(&self) -> &str {
        NAME
    }

    fn add_checkpoint(&self, submission: Submission<'_>) -> Result<WitnessResponse, WitnessError> {
        self.asked.lock().unwrap().push(submission.earlier);
        if *self.is_away.lock().unwrap() {
            return Err(WitnessError::Unreachable("away".into()));
        }
        let keys = self.keys.lock().unwrap();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let head = match C2spLog.open(submission.checkpoint, &keys) {
            Ok(signed) => signed.head,
            Err(error) => return Err(WitnessError::Refuses(error.to_string())),
        };
        let mut signed = self.signed.lock().unwrap();
        let known = signed.map_or(0, |signed| signed.size);
        if submission.earlier != known {
            return Ok(WitnessResponse::OtherSize(known));
        }
        let is_extension = signed.is_none_or(|signed| C2spLog.is_consistent(signed, head, submission.proof));
        if !is_extension {
            return Err(WitnessError::Disagrees);
        }
        *signed = Some(head);
        Ok(WitnessResponse::Cosigned(LINE.to_owned()))
    }
}

fn sent(world: &World, witness: &TestWitness) -> Answer {
    send::execute(&world.ports, witness, EVERY).unwrap()
}

/// Submits a request, which extends the log. Returns the size of the new checkpoint.
fn extend_log(story: &Story) -> u64 {
    story.submitted();
    size(&story.world)
}

/// Returns the size of the newest checkpoint, once no entry is pending.
fn size(world: &World) -> u64 {
    continued(world, &InMemoryCheckpoint::default());
    state::execute(&world.ports)
        .unwrap()
        .checkpoint
        .unwrap()
        .head
        .size
}

/// Returns the stored state of the only witness.
fn known(world: &World) -> WitnessState {
    world.read(|views| views.audit_log().witnesses().unwrap().pop().unwrap().1)
}

fn kind(answer: &Answer) -> TroubleKind {
    match answer {
        Answer::Trouble(trouble) => trouble.kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_cosigned_checkpoint_is_published() {
    let story = Story::begin();
    let world = &story.world;
    let nobody = TestWitness::default();
    assert_eq!(
        sent(world, &nobody),
        Answer::Nothing,
        "there is no checkpoint yet"
    );
    let first = size(world);
    let witness = TestWitness::of(world);
    assert_eq!(sent(world, &witness), Answer::Cosigned(first));
    let note = checkpoint::execute(&world.ports).unwrap().unwrap();
    assert!(note.ends_with(LINE), "{note}");
    let mut exported = Vec::new();
    publish::execute(
        &world.ports,
        &mut |path, bytes| {
            if path == "checkpoint" {
                exported = bytes.to_vec();
            }
            Ok(())
        },
        &mut |_| (),
    )
    .unwrap();
    assert_eq!(exported, note.as_bytes());

    // The same checkpoint is not sent again, and a newer one not before its time.
    assert_eq!(sent(world, &witness), Answer::Nothing);
    let second = extend_log(&story);
    assert!(!checkpoint::execute(&world.ports).unwrap().unwrap().contains(LINE));
    assert!(matches!(sent(world, &witness), Answer::Later(_)));
    world.wait(TimeDelta::minutes(1));
    assert_eq!(sent(world, &witness), Answer::Cosigned(second));
    assert_eq!(witness.asked(), [0, first]);
    let agreed = known(world).agreed.unwrap();
    assert_eq!((agreed.size, agreed.at), (second, world.now()));
}

/// The witness answers with the size it knows, and the log sends a proof from there.
#[test]
fn a_log_that_lost_the_witness_state_continues_from_its_answer() {
    let story = Story::begin();
    let world = &story.world;
    let first = size(world);
    let witness = TestWitness::of(world);
    sent(world, &witness);
    world.execute("DELETE FROM audit_witnesses");
    let second = extend_log(&story);
    assert_eq!(sent(world, &witness), Answer::Cosigned(second));
    assert_eq!(witness.asked(), [0, 0, first]);
}

#[test]
fn a_witness_that_has_signed_another_history_raises_an_alarm() {
    let story = Story::begin();
    let world = &story.world;
    let first = size(world);
    let witness = TestWitness::of(world);
    // Two histories: the witness was shown another tree of the same size, and a larger one.
    for signed in [first, first + 7] {
        *witness.signed.lock().unwrap() = Some(TreeHead {
            size: signed,
            root: TreeHash([9; 32]),
        });
        assert_eq!(kind(&sent(world, &witness)), TroubleKind::Disagrees);
        world.wait(TimeDelta::hours(2));
    }
    let state = known(world);
    assert_eq!((state.agreed, state.failures), (None, 2));
    assert!(
        state
            .trouble
            .unwrap()
            .message
            .contains("the log does not go on from what it has signed before")
    );
    // Cosigning resumes by itself once the witness has a prefix of this log.
    *witness.signed.lock().unwrap() = None;
    world.execute("DELETE FROM audit_witnesses");
    assert_eq!(sent(world, &witness), Answer::Cosigned(first));
}

#[test]
fn an_unreachable_witness_is_retried_with_backoff() {
    let story = Story::begin();
    let world = &story.world;
    size(world);
    let witness = TestWitness::of(world);
    *witness.is_away.lock().unwrap() = true;
    let began = world.now();
    for wait in [1, 2, 4] {
        assert_eq!(kind(&sent(world, &witness)), TroubleKind::Unreachable);
        world.wait(TimeDelta::minutes(wait) - TimeDelta::seconds(1));
        assert!(matches!(sent(world, &witness), Answer::Later(_)), "{wait}");
        world.wait(TimeDelta::seconds(1));
    }
    let trouble = known(world).trouble.unwrap();
    assert_eq!(
        (trouble.since, trouble.message.as_str()),
        (began, "the witness does not answer: away")
    );
    *witness.is_away.lock().unwrap() = false;
    let size = extend_log(&story);
    assert_eq!(sent(world, &witness), Answer::Cosigned(size));
    let state = known(world);
    assert_eq!((state.trouble, state.failures), (None, 0));
}

/// A time that was noted by a fast clock does not delay the witness.
#[test]
fn a_clock_that_jumps_back_does_not_delay_the_witness() {
    let story = Story::begin();
    let world = &story.world;
    size(world);
    let witness = TestWitness::of(world);
    sent(world, &witness);
    let size = extend_log(&story);
    world.wait(TimeDelta::days(-30));
    assert_eq!(sent(world, &witness), Answer::Cosigned(size));
}

#[test]
fn one_of_several_nodes_asks_the_witness() {
    let story = Story::begin();
    let world = &story.world;
    let size = size(world);
    let witness = TestWitness::of(world);
    let agreed = std::thread::scope(|scope| {
        let nodes: Vec<_> = (0..3).map(|_| scope.spawn(|| sent(world, &witness))).collect();
        let answers = nodes.into_iter().map(|node| node.join().unwrap());
        answers.filter(|answer| *answer == Answer::Cosigned(size)).count()
    });
    assert_eq!((agreed, witness.asked().len()), (1, 1));
}

/// A verifier that knows only the former key accepts checkpoints that both keys signed, and none
/// after them.
#[test]
fn after_a_new_key_the_same_tree_is_sent_once_more() {
    let story = Story::begin();
    let world = &story.world;
    let first = size(world);
    let witness = TestWitness::of(world);
    sent(world, &witness);
    rotate::execute(&world.ports).unwrap();
    world.wait(TimeDelta::minutes(1));
    assert_eq!(sent(world, &witness), Answer::Cosigned(first));
    let second = size(world);
    world.wait(TimeDelta::minutes(1));
    assert_eq!(kind(&sent(world, &witness)), TroubleKind::Refuses);
    witness.trust_keys_of(world);
    world.wait(TimeDelta::minutes(1));
    assert_eq!(sent(world, &witness), Answer::Cosigned(second));
}

#[test]
fn evidence_uses_the_cosigned_checkpoint_where_it_covers_the_entry() {
    let story = Story::begin();
    let world = &story.world;
    story.submitted();
    let signed = size(world);
    let witness = TestWitness::of(world);
    sent(world, &witness);
    let newest = extend_log(&story);
    let all = entries(world);
    let proved_by = |index: u64| {
        let entry = all.iter().find(|entry| entry.log_index == Some(index)).unwrap();
        let file = entry_evidence(&world.ports, &story.super_user, entry.id).unwrap();
        let evidence = CanonicalJson.read_evidence(&file.bytes).unwrap();
        let answer = check::execute(
            &CanonicalJson,
            &C2spLog,
            &ListedPasskeys::default(),
            &file.bytes,
            &[&evidence.verifier_key],
        );
        assert!(answer.is_proved());
        let SignedHead { head, .. } = answer.signed.unwrap();
        (head.size, evidence.proof.contains(LINE))
    };
    assert_eq!(proved_by(0), (signed, true));
    assert_eq!(proved_by(signed - 1), (signed, true));
    assert_eq!(proved_by(signed), (newest, false));
    // A checkpoint that only the former key signed proves nothing to a verifier of the new one.
    rotate::execute(&world.ports).unwrap();
    size(world);
    let (size, has_line) = proved_by(0);
    assert!(size > newest && !has_line);
}
