//! Tests of the log's formats, with the examples of their specifications and with trees of every
//! small size.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::collections::HashMap;
use std::sync::OnceLock;

use aditus_application::ports::{TreeUpdate, LeafProof, LogError, SignedHead, StoreError, TransparencyLog as _};
use aditus_application::testing::CountingEntropy;
use aditus_domain::audit::log::{Node, TreeHash, TreeHead};
use aditus_log::C2spLog;
use proptest::prelude::*;

const ORIGIN: &str = "aditus.example/log";

#[derive(Default)]
struct Tree {
    hashes: HashMap<Node, TreeHash>,
    size: u64,
    leaves: Vec<TreeHash>,
}

impl Tree {
    fn read(&self) -> impl FnMut(&[Node]) -> Result<Vec<TreeHash>, StoreError> {
        |nodes| {
            nodes
                .iter()
                .map(|node| {
                    self.hashes
                        .get(node)
                        .copied()
                        .ok_or_else(|| StoreError::internal("a hash is missing"))
                })
                .collect()
        }
    }

    fn grow(&mut self, entries: &[&[u8]]) -> TreeHead {
        let leaves: Vec<TreeHash> = entries.iter().map(|entry| C2spLog.leaf(entry)).collect();
        let TreeUpdate { nodes, head } = C2spLog.append(self.size, &leaves, &mut self.read()).unwrap();
        self.hashes.extend(nodes);
        self.leaves.extend(leaves);
        self.size = head.size;
        head
    }
}

fn numbered(count: u64) -> (Tree, Vec<TreeHead>) {
    let mut tree = Tree::default();
    let heads = (0..count).map(|number| tree.grow(&[number.to_string().as_bytes()]));
    let heads: Vec<TreeHead> = heads.collect();
    (tree, heads)
}

const MAX_SIZE: u64 = 5_000;

fn largest() -> &'static Tree {
    static TREE: OnceLock<Tree> = OnceLock::new();
    TREE.get_or_init(|| {
        let entries: Vec<String> = (0..MAX_SIZE).map(|number| number.to_string()).collect();
        let entries: Vec<&[u8]> = entries.iter().map(String::as_bytes).collect();
        let mut tree = Tree::default();
        tree.grow(&entries);
        tree
    })
}

/// Flips one bit of one hash. Returns `None` if there is no hash.
fn turned(hashes: &[TreeHash], place: prop::sample::Index, bit: usize) -> Option<Vec<TreeHash>> {
    let mut turned = hashes.to_vec();
    let hash = turned.get_mut(place.index(hashes.len().max(1)))?;
    hash.0[bit / 8] ^= 1 << (bit % 8);
    Some(turned)
}

fn hex(hash: TreeHash) -> String {
    hex::encode(hash.0)
}

/// Inputs and roots that implementations of RFC 6962 use as test vectors.
#[test]
fn the_tree_matches_the_test_vectors_of_rfc_6962() {
    let inputs = [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ];
    let roots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    let mut tree = Tree::default();
    let empty = C2spLog.head(0, &mut tree.read()).unwrap();
    assert_eq!(
        hex(empty.root),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
    for (input, root) in inputs.iter().zip(roots) {
        let head = tree.grow(&[&hex::decode(input).unwrap()]);
        assert_eq!(hex(head.root), root);
        assert_eq!(C2spLog.head(head.size, &mut tree.read()).unwrap(), head);
    }
    assert_eq!(hex(C2spLog.parent(tree.leaves[0], tree.leaves[1])), roots[1]);
}

#[test]
fn every_leaf_is_proved_in_every_tree() {
    let (tree, heads) = numbered(40);
    for head in heads {
        for index in 0..head.size {
            let path = C2spLog.prove_leaf(head.size, index, &mut tree.read()).unwrap();
            let leaf = tree.leaves[usize::try_from(index).unwrap()];
            assert!(C2spLog.has_leaf(head, index, leaf, &path));
            assert!(!C2spLog.has_leaf(head, index, TreeHash([9; 32]), &path));
            assert!(!C2spLog.has_leaf(head, index + 1, leaf, &path));
            let longer: Vec<TreeHash> = path.iter().copied().chain([leaf]).collect();
            assert!(!C2spLog.has_leaf(head, index, leaf, &longer));
            if let Some((_, shorter)) = path.split_last() {
                assert!(!C2spLog.has_leaf(head, index, leaf, shorter));
            }
        }
        let beyond = C2spLog.prove_leaf(head.size, head.size, &mut tree.read());
        assert!(matches!(beyond, Err(LogError::NoSuchLeaf)));
    }
}

#[test]
fn growth_from_every_earlier_tree_is_proved() {
    let (tree, heads) = numbered(24);
    let empty = C2spLog.head(0, &mut tree.read()).unwrap();
    for later in &heads {
        for earlier in heads
            .iter()
            .chain([&empty])
            .filter(|head| head.size <= later.size)
        {
            let proof = C2spLog
                .prove_consistency(earlier.size, later.size, &mut tree.read())
                .unwrap();
            assert!(C2spLog.is_consistent(*earlier, *later, &proof));
            let other = TreeHead {
                root: TreeHash([9; 32]),
                ..*earlier
            };
            assert!(
                !C2spLog.is_consistent(other, *later, &proof),
                "another tree of {}",
                earlier.size
            );
        }
    }
}

#[test]
fn errors_of_the_store_are_passed_on() {
    let failing = &mut |_: &[Node]| Err(StoreError::internal("no answer"));
    let update = C2spLog.append(3, &[TreeHash([1; 32])], failing);
    assert!(matches!(update, Err(LogError::Store(_))));
    let too_few = &mut |_: &[Node]| Ok(Vec::new());
    assert!(matches!(C2spLog.head(3, too_few), Err(LogError::Form(_))));
}

proptest! {
    #[test]
    fn the_tree_does_not_depend_on_how_it_grew(parts in prop::collection::vec(0_u64..70, 1..8)) {
        let mut at_once = Tree::default();
        let total: u64 = parts.iter().sum();
        let all: Vec<String> = (0..total).map(|number| number.to_string()).collect();
        let all: Vec<&[u8]> = all.iter().map(String::as_bytes).collect();
        let whole = at_once.grow(&all);
        let mut in_parts = Tree::default();
        let mut rest = all.as_slice();
        let mut last = None;
        for part in parts {
            let (now, later) = rest.split_at(usize::try_from(part).unwrap());
            last = Some(in_parts.grow(now));
            rest = later;
        }
        prop_assert_eq!(last, Some(whole));
        prop_assert_eq!(in_parts.hashes, at_once.hashes);
    }

    /// Holds for trees of any size. A proof with a flipped bit proves nothing.
    #[test]
    fn proofs_hold_in_large_trees(
        size in 1..=MAX_SIZE,
        earlier in any::<prop::sample::Index>(),
        index in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        bit in 0_usize..256,
    ) {
        let tree = largest();
        let count = usize::try_from(size).unwrap();
        let head_of = |size| C2spLog.head(size, &mut tree.read()).unwrap();
        let head = head_of(size);
        let index = index.index(count);
        let leaf = tree.leaves[index];
        let index = index as u64;
        let path = C2spLog.prove_leaf(size, index, &mut tree.read()).unwrap();
        prop_assert!(C2spLog.has_leaf(head, index, leaf, &path));
        let of_another = turned(&[leaf], place, bit).unwrap()[0];
        prop_assert!(!C2spLog.has_leaf(head, index, of_another, &path));
        if let Some(path) = turned(&path, place, bit) {
            prop_assert!(!C2spLog.has_leaf(head, index, leaf, &path));
        }

        let earlier = head_of(earlier.index(count + 1) as u64);
        let proof = C2spLog.prove_consistency(earlier.size, size, &mut tree.read()).unwrap();
        prop_assert!(C2spLog.is_consistent(earlier, head, &proof));
        let root = turned(&[earlier.root], place, bit).unwrap()[0];
        let of_another = TreeHead { root, ..earlier };
        prop_assert!(!C2spLog.is_consistent(of_another, head, &proof));
        if let Some(proof) = turned(&proof, place, bit) {
            prop_assert!(!C2spLog.is_consistent(earlier, head, &proof));
        }
    }

    #[test]
    fn readers_never_panic(text in ".{0,200}") {
        let _ = C2spLog.read_proof(&text);
        let _ = C2spLog.open(&text, &[]);
        let _ = C2spLog.read_proof(&format!("c2sp.org/tlog-proof@v1\nindex {text}\n\n"));
    }
}

fn signed(size: u64) -> SignedHead {
    SignedHead {
        origin: ORIGIN.to_owned(),
        head: TreeHead {
            size,
            root: TreeHash([5; 32]),
        },
    }
}

#[test]
fn a_checkpoint_opens_only_with_its_key() {
    let entropy = CountingEntropy::default();
    let (key, other) = (
        C2spLog.make_key(ORIGIN, &entropy).unwrap(),
        C2spLog.make_key(ORIGIN, &entropy).unwrap(),
    );
    assert_ne!(key.verifier_key, other.verifier_key);
    assert!(key.verifier_key.starts_with("aditus.example/log+"));
    let note = C2spLog.sign(&signed(7), &[&key.secret]).unwrap();
    assert!(note.starts_with(
        "aditus.example/log\n7\nBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=\n\n— aditus.example/log "
    ));
    let open = |note: &str, keys: &[&str]| C2spLog.open(note, keys);
    assert_eq!(open(&note, &[&key.verifier_key]).unwrap(), signed(7));
    assert_eq!(
        open(&note, &[&other.verifier_key, &key.verifier_key]).unwrap(),
        signed(7)
    );
    assert!(matches!(
        open(&note, &[&other.verifier_key]),
        Err(LogError::NotSigned)
    ));
    assert!(matches!(open(&note, &[]), Err(LogError::NotSigned)));
    let altered = note.replace("\n7\n", "\n8\n");
    assert!(matches!(
        open(&altered, &[&key.verifier_key]),
        Err(LogError::NotSigned)
    ));
    assert!(matches!(
        open("nothing", &[&key.verifier_key]),
        Err(LogError::Form(_))
    ));
    assert!(matches!(open(&note, &["no key"]), Err(LogError::Form(_))));

    // A checkpoint with two signatures opens with either key.
    let both = C2spLog.sign(&signed(7), &[&key.secret, &other.secret]).unwrap();
    for key in [&key.verifier_key, &other.verifier_key] {
        assert_eq!(open(&both, &[key]).unwrap(), signed(7));
    }
}

/// The example of signed-note, which another program signed.
#[test]
fn a_note_signed_by_another_program_is_verified() {
    let key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
    let note = "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
    // The signature is valid, but the note is not a checkpoint.
    assert!(matches!(
        C2spLog.open(note, &[key]),
        Err(LogError::Form("the checkpoint"))
    ));
    let altered = note.replace("example message", "another message");
    assert!(matches!(C2spLog.open(&altered, &[key]), Err(LogError::NotSigned)));
}

/// The examples of tlog-checkpoint, tlog-cosignature and tlog-proof come without keys. They are
/// parsed, but their signatures count as missing.
#[test]
fn examples_of_the_specifications_are_parsed() {
    let checkpoint = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n\
         — example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n";
    let cosigned = format!(
        "{checkpoint}— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
    );
    let key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
    for note in [checkpoint, &cosigned] {
        assert!(
            matches!(C2spLog.open(note, &[key]), Err(LogError::NotSigned)),
            "{note}"
        );
    }
    let proof = C2spLog.read_proof(
        "c2sp.org/tlog-proof@v1\nextra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6\nindex 73894\n\
         gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=\nB95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=\n\
         EKNzoDWG8LGC0Yp9o+sv3qllpMP9uHQ9B20KNL+Q1zs=\nRoopEkOdqkYqMB4MJXrbt/hMjOxsVn0IrWjpz1ZMMes=\n\
         AHCioX9nLjsrse6YhjRRmk1WUEirVOLLRoOQ6vfO5vk=\n\n\
         example.com/fancylog\n109482\nsFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=\n\n\
         — example.com/fancylog hI2DJw1roloI\n— witness1.example mJirIkljqY9v2B/5bg==\n",
    );
    let proof = proof.unwrap();
    assert_eq!((proof.index, proof.path.len()), (73_894, 5));
    assert!(proof.checkpoint.starts_with("example.com/fancylog\n109482\n"));
}

#[test]
fn keys_for_invalid_origins_are_refused() {
    for origin in ["", "two words", "a+b", "a\nb", "a\u{7}b"] {
        let made = C2spLog.make_key(origin, &CountingEntropy::default());
        assert!(matches!(made, Err(LogError::Form(_))), "{origin:?}");
    }
}

#[test]
fn a_proof_round_trips() {
    let proof = LeafProof {
        index: 12,
        path: vec![TreeHash([1; 32]), TreeHash([2; 32])],
        checkpoint: "aditus.example/log\n20\nBQU=\n\n— aditus.example/log AAAA\n".to_owned(),
    };
    let text = C2spLog.write_proof(&proof);
    assert!(
        text.starts_with("c2sp.org/tlog-proof@v1\nindex 12\nAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\n")
    );
    assert_eq!(C2spLog.read_proof(&text).unwrap(), proof);
    let alone = LeafProof {
        path: Vec::new(),
        ..proof.clone()
    };
    assert_eq!(C2spLog.read_proof(&C2spLog.write_proof(&alone)).unwrap(), alone);
    let with_extra = text.replace("\nindex", "\nextra YWJj\nindex");
    assert_eq!(
        C2spLog.read_proof(&with_extra).unwrap(),
        proof,
        "what is opaque is passed over"
    );
    for (from, to) in [
        ("@v1", "@v2"),
        ("index 12", "index 012"),
        ("index 12", "index +12"),
        ("index 12", "index -1"),
        ("index 12", "index"),
        ("\nAQEB", "\nAQE"),
        ("\n\n", "\n"),
    ] {
        let broken = text.replacen(from, to, 1);
        assert!(C2spLog.read_proof(&broken).is_err(), "{from} {to}");
    }
    let too_long = LeafProof {
        path: vec![TreeHash([1; 32]); 64],
        ..proof
    };
    assert!(C2spLog.read_proof(&C2spLog.write_proof(&too_long)).is_err());
}
