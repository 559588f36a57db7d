//! Tiles, in which the tree is published (C2SP tlog-tiles).

use std::fmt;

use super::Node;

/// The number of hashes in a full tile.
const FULL: u16 = 256;

/// The number of tree levels that a tile spans.
const HEIGHT: u8 = 8;

/// A tile: up to 256 consecutive hashes at a level of the tree that is a multiple of eight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    level: u8,
    index: u64,
    width: u16,
}

impl Tile {
    /// Parses the path of a tile after `tile/`, such as `0/x001/234.p/5`. Returns `None` for an
    /// invalid path.
    pub fn parse(path: &str) -> Option<Self> {
        let (level, rest) = path.split_once('/')?;
        let level = decimal(level, 63)?;
        let (index, width) = match rest.split_once(".p/") {
            Some((index, width)) => (
                index,
                decimal(width, u64::from(FULL) - 1).filter(|width| *width > 0)?,
            ),
            None => (rest, u64::from(FULL)),
        };
        Some(Self {
            level: u8::try_from(level).ok()?,
            index: index_of(index)?,
            width: u16::try_from(width).ok()?,
        })
    }

    /// Returns all tiles of a tree of this size, full and partial.
    pub fn all_of(size: u64) -> impl Iterator<Item = Self> {
        (0..8_u8).flat_map(move |level| {
            let at_level = size >> (u32::from(level) * u32::from(HEIGHT));
            let (full, rest) = (at_level / u64::from(FULL), at_level % u64::from(FULL));
            let whole = (0..full).map(move |index| Self {
                level,
                index,
                width: FULL,
            });
            let partial = (rest > 0).then_some(Self {
                level,
                index: full,
                width: u16::try_from(rest).unwrap_or(FULL),
            });
            whole.chain(partial)
        })
    }

    /// Returns true if a tree of this size contains all hashes of the tile.
    pub fn is_within(self, size: u64) -> bool {
        let at_level = size
            .checked_shr(u32::from(self.level) * u32::from(HEIGHT))
            .unwrap_or(0);
        let end = self
            .first_place()
            .and_then(|first| first.checked_add(u64::from(self.width)));
        end.is_some_and(|end| end <= at_level)
    }

    /// Returns the nodes of the tile, from left to right. Empty if the level or index is too large
    /// for a tree.
    pub fn nodes(self) -> Vec<Node> {
        let (Some(level), Some(first)) = (self.level.checked_mul(HEIGHT), self.first_place()) else {
            return Vec::new();
        };
        (0..u64::from(self.width))
            .map_while(|offset| first.checked_add(offset))
            .map(|place| Node { level, place })
            .collect()
    }

    fn first_place(self) -> Option<u64> {
        self.index.checked_mul(u64::from(FULL))
    }
}

// The path of the tile after `tile/`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.level)?;
        let mut base = 1;
        while self.index / base >= 1000 {
            base *= 1000;
        }
        while base > 1 {
            write!(f, "x{:03}/", self.index / base % 1000)?;
            base /= 1000;
        }
        write!(f, "{:03}", self.index % 1000)?;
        if self.width < FULL {
            write!(f, ".p/{}", self.width)?;
        }
        Ok(())
    }
}

/// Parses a decimal number without leading zeros, at most `max`.
fn decimal(text: &str, max: u64) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = text == "0" || !text.starts_with('0');
    let number: u64 = (is_plain && is_short).then(|| text.parse().ok())??;
    (number <= max).then_some(number)
}

/// Parses an index in groups of three digits. All groups except the last start with `x`.
fn index_of(path: &str) -> Option<u64> {
    let mut elements = path.split('/').peekable();
    let mut index: u64 = 0;
    let mut is_first = true;
    while let Some(element) = elements.next() {
        let digits = match elements.peek() {
            Some(_) => element.strip_prefix('x')?,
            None => element,
        };
        if digits.len() != 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // Reject a leading `x000`, so that every index has exactly one path.
        if is_first && elements.peek().is_some() && digits == "000" {
            return None;
        }
        is_first = false;
        index = index.checked_mul(1000)?.checked_add(digits.parse().ok()?)?;
    }
    Some(index)
}

#[cfg(test)]
mod tests {
    use super::{Node, Tile};

    #[test]
    fn tile_paths_are_parsed() {
        let tile = |level, index, width| Some(Tile { level, index, width });
        assert_eq!(Tile::parse("0/000"), tile(0, 0, 256));
        assert_eq!(Tile::parse("63/x001/x234/067"), tile(63, 1_234_067, 256));
        assert_eq!(Tile::parse("2/005.p/1"), tile(2, 5, 1));
        assert_eq!(Tile::parse("0/x001/000.p/255"), tile(0, 1000, 255));
    }

    #[test]
    fn tile_paths_round_trip() {
        for path in [
            "0/000",
            "63/x001/x234/067",
            "2/005.p/1",
            "0/x001/000.p/255",
            "0/999",
        ] {
            assert_eq!(Tile::parse(path).unwrap().to_string(), path);
        }
    }

    /// The example of the specification: 273 full tiles and a partial one of 112 hashes at level 0,
    /// one full tile and one of 17 hashes at level 1, and one of 1 hash at level 2.
    #[test]
    fn all_tiles_of_a_tree_are_listed() {
        let all: Vec<String> = Tile::all_of(70_000).map(|tile| tile.to_string()).collect();
        assert_eq!(all.len(), 273 + 1 + 1 + 1 + 1);
        assert_eq!(all[273..], ["0/273.p/112", "1/000", "1/001.p/17", "2/000.p/1"]);
        assert_eq!(Tile::all_of(0).count(), 0);
        let all: Vec<String> = Tile::all_of(256).map(|tile| tile.to_string()).collect();
        assert_eq!(all, ["0/000", "1/000.p/1"]);
    }

    #[test]
    fn invalid_tile_paths_are_refused() {
        for path in [
            "",
            "0",
            "0/",
            "/000",
            "00/000",
            "64/000",
            "+1/000",
            "0/0",
            "0/0000",
            "0/x000",
            "0/000/001",
            "0/x000/001",
            "0/x001/x002",
            "0/001.p/0",
            "0/001.p/256",
            "0/001.p/01",
            "0/001.p/",
            "0/001.p/1/2",
            "0/00a",
            "0/x01/002",
            "0/x018/x446/x744/x073/x709/x551/616",
            "0/x999/x999/x999/x999/x999/x999/x999/999",
            "entries/000",
        ] {
            assert_eq!(Tile::parse(path), None, "{path}");
        }
    }

    /// The example of the specification: a tree of 70,000 leaves.
    #[test]
    fn tree_contains_only_tiles_within_its_size() {
        let is_within = |path: &str, size| Tile::parse(path).unwrap().is_within(size);
        assert!(is_within("0/272", 70_000) && !is_within("0/273", 70_000));
        assert!(is_within("0/273.p/112", 70_000) && !is_within("0/273.p/113", 70_000));
        assert!(is_within("1/000", 70_000) && !is_within("1/001", 70_000));
        assert!(is_within("1/001.p/17", 70_000) && !is_within("1/001.p/18", 70_000));
        assert!(is_within("2/000.p/1", 70_000) && !is_within("2/000.p/2", 70_000));
        assert!(!is_within("3/000.p/1", 70_000));
        assert!(!is_within("63/000.p/1", u64::MAX));
        assert!(!is_within("0/000.p/1", 0));
        assert!(is_within("1/000.p/1", 256) && !is_within("1/000.p/1", 255));
        assert!(
            !is_within("0/x072/x057/x594/x037/x927/935", u64::MAX),
            "beyond all numbers"
        );
    }

    #[test]
    fn hashes_of_a_tile_are_consecutive_nodes_of_every_eighth_level() {
        let nodes = Tile::parse("1/002.p/3").unwrap().nodes();
        let places: Vec<_> = nodes.iter().map(|node| node.place).collect();
        assert_eq!(places, [512, 513, 514]);
        assert!(nodes.iter().all(|node| node.level == 8));
        let full = Tile::parse("0/000").unwrap();
        assert_eq!(
            (full.nodes().len(), full.nodes()[255]),
            (256, Node { level: 0, place: 255 })
        );
        assert!(Tile::parse("63/000").unwrap().nodes().is_empty());
    }
}
