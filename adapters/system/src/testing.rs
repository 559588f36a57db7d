//! Builds test files of countries in the format of `MaxMind`, with a few networks.

use std::net::IpAddr;

const SEPARATOR: [u8; 16] = [0; 16];

const MARKER: &[u8] = b"\xab\xcd\xefMaxMind.com";

/// The target of one branch of a node: a bit of the address selects the branch.
#[derive(Clone, Copy)]
enum Side {
    Nowhere,
    Node(usize),
    /// A record, by its offset in the data.
    Record(usize),
}

/// Returns a database of this type, such as `Test-Country`. `networks` has addresses, lengths of
/// prefixes, and country codes.
pub fn country_file(database_type: &str, networks: &[(&str, u8, &str)]) -> Vec<u8> {
    let (mut nodes, mut data) = (vec![[Side::Nowhere; 2]], Vec::new());
    for (address, length, code) in networks {
        let record = data.len();
        data.extend(map(&[(
            "country",
            map(&[("iso_code", text(code)), ("geoname_id", unsigned(6, 1))]),
        )]));
        if let Ok(address) = address.parse() {
            insert(&mut nodes, bits(address, *length), record);
        }
    }
    let metadata = map(&[
        ("binary_format_major_version", unsigned(5, 2)),
        ("binary_format_minor_version", unsigned(5, 0)),
        ("build_epoch", unsigned(9, 1_790_000_000)),
        ("database_type", text(database_type)),
        ("description", map(&[("en", text("Invented"))])),
        ("ip_version", unsigned(5, 6)),
        ("languages", [control(11, 1), text("en")].concat()),
        ("node_count", unsigned(6, nodes.len() as u64)),
        ("record_size", unsigned(5, 24)),
    ]);
    [&tree(&nodes), &SEPARATOR[..], &data, MARKER, &metadata].concat()
}

/// Returns the bits of a prefix. IPv4 addresses occupy the first part of the IPv6 space.
fn bits(address: IpAddr, length: u8) -> Vec<usize> {
    let (number, length) = match address {
        IpAddr::V4(address) => (u128::from(u32::from(address)), 96 + length),
        IpAddr::V6(address) => (u128::from(address), length),
    };
    let bit = |place: u8| usize::from((number >> (127 - place)) & 1 == 1);
    (0..length).map(bit).collect()
}

fn insert(nodes: &mut Vec<[Side; 2]>, mut bits: Vec<usize>, record: usize) {
    let Some(last) = bits.pop() else { return };
    let mut node = 0;
    for bit in bits {
        node = if let Side::Node(next) = nodes[node][bit] {
            next
        } else {
            nodes.push([Side::Nowhere; 2]);
            let next = nodes.len() - 1;
            nodes[node][bit] = Side::Node(next);
            next
        };
    }
    nodes[node][last] = Side::Record(record);
}

/// Encodes each side in three bytes: the number of a node, the number of nodes for nowhere, or a
/// larger number for a record.
fn tree(nodes: &[[Side; 2]]) -> Vec<u8> {
    let sides = nodes.iter().flatten();
    sides
        .flat_map(|side| {
            let number = match side {
                Side::Nowhere => nodes.len(),
                Side::Node(node) => *node,
                Side::Record(place) => nodes.len() + SEPARATOR.len() + place,
            };
            number.to_be_bytes()[5..].to_vec()
        })
        .collect()
}

/// Encodes type and size, which precede a value. All sizes here are below 29.
fn control(kind: u8, size: usize) -> Vec<u8> {
    let size = u8::try_from(size).unwrap_or_default();
    if kind < 8 {
        vec![kind << 5 | size]
    } else {
        vec![size, kind - 7]
    }
}

fn text(text: &str) -> Vec<u8> {
    [&control(2, text.len()), text.as_bytes()].concat()
}

fn unsigned(kind: u8, number: u64) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    let significant = &bytes[bytes.iter().take_while(|byte| **byte == 0).count()..];
    [&control(kind, significant.len()), significant].concat()
}

fn map(pairs: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = control(7, pairs.len());
    for (name, value) in pairs {
        bytes.extend(text(name));
        bytes.extend(value);
    }
    bytes
}
