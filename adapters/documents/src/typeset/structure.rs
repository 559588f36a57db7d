//! The structure tree of a document in reading order, for screen readers (tagged PDF).

use std::num::NonZeroU16;

use krilla::geom::Rect;
use krilla::tagging::{
    BBox, Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Paragraph,
    /// A heading of this level. Level 1 is the title of the document.
    Heading(u16),
    List(Marks),
    Item,
    Marker,
    ItemText,
    Table,
    Row,
    ColumnHead,
    /// The label of a row.
    RowHead,
    Cell,
    /// A picture. Its title is the alternative text.
    Figure,
    /// A link. Its title is the address.
    Link,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    Dots,
    Numbers,
    Letters,
}

/// A node of the structure tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NodeId(usize);

#[derive(Default)]
pub(super) struct Structure {
    parts: Vec<PartNode>,
    roots: Vec<usize>,
}

struct PartNode {
    role: Role,
    /// The text of a heading in the outline, the alternative text of a picture, or the address of a
    /// link.
    title: String,
    /// The bounding box of a picture.
    place: Option<BBox>,
    children: Vec<usize>,
    marks: Vec<Identifier>,
}

impl Structure {
    /// Adds a node to another one, or to the document.
    pub(super) fn open(&mut self, within: Option<NodeId>, role: Role) -> NodeId {
        let id = self.parts.len();
        self.parts.push(PartNode {
            role,
            title: String::new(),
            place: None,
            children: Vec::new(),
            marks: Vec::new(),
        });
        match within.and_then(|NodeId(parent)| self.parts.get_mut(parent)) {
            Some(parent) => parent.children.push(id),
            None => self.roots.push(id),
        }
        NodeId(id)
    }

    /// Returns the last list of the document if it has the same kind of markers. Otherwise opens a
    /// new list.
    pub(super) fn list(&mut self, marks: Marks) -> NodeId {
        let last = self.roots.last().copied();
        match last.filter(|last| {
            self.parts
                .get(*last)
                .is_some_and(|part| part.role == Role::List(marks))
        }) {
            Some(last) => NodeId(last),
            None => self.open(None, Role::List(marks)),
        }
    }

    pub(super) fn entitle(&mut self, NodeId(id): NodeId, title: &str) {
        if let Some(part) = self.parts.get_mut(id) {
            title.clone_into(&mut part.title);
        }
    }

    /// Sets the bounding box of a node: left, top, width and height on a page.
    pub(super) fn enclose(&mut self, NodeId(id): NodeId, page: usize, [left, top, width, height]: [f32; 4]) {
        if let Some(part) = self.parts.get_mut(id) {
            part.place = Rect::from_xywh(left, top, width, height).map(|rect| BBox::new(page, rect));
        }
    }

    pub(super) fn is_link(&self, NodeId(id): NodeId) -> bool {
        self.parts.get(id).is_some_and(|part| part.role == Role::Link)
    }

    pub(super) fn title(&self, NodeId(id): NodeId) -> &str {
        self.parts.get(id).map_or("", |part| &part.title)
    }

    /// Adds drawn content to a node.
    pub(super) fn mark(&mut self, NodeId(id): NodeId, mark: Identifier) {
        if let Some(part) = self.parts.get_mut(id) {
            part.marks.push(mark);
        }
    }

    pub(super) fn into_tree(mut self) -> TagTree {
        let roots = std::mem::take(&mut self.roots);
        let children: Vec<Node> = roots.into_iter().filter_map(|id| self.group(id)).collect();
        TagTree::from(children)
    }

    /// Converts a node with its children. Returns none if the node does not exist.
    fn group(&mut self, id: usize) -> Option<Node> {
        let part = self.parts.get_mut(id)?;
        let (role, title, place) = (part.role, std::mem::take(&mut part.title), part.place);
        let (marks, children) = (
            std::mem::take(&mut part.marks),
            std::mem::take(&mut part.children),
        );
        let mut group = TagGroup::new(role.tag(title, place));
        for mark in marks {
            group.push(mark);
        }
        for child in children {
            if let Some(child) = self.group(child) {
                group.push(child);
            }
        }
        Some(group.into())
    }
}

impl Role {
    fn tag(self, title: String, place: Option<BBox>) -> TagKind {
        match self {
            Self::Paragraph => Tag::P.into(),
            Self::Heading(level) => {
                Tag::Hn(NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN), Some(title)).into()
            }
            Self::List(marks) => Tag::L(match marks {
                Marks::Dots => ListNumbering::Disc,
                Marks::Numbers => ListNumbering::Decimal,
                Marks::Letters => ListNumbering::LowerAlpha,
            })
            .into(),
            Self::Item => Tag::LI.into(),
            Self::Marker => Tag::Lbl.into(),
            Self::ItemText => Tag::LBody.into(),
            Self::Table => Tag::Table.into(),
            Self::Row => Tag::TR.into(),
            Self::ColumnHead => Tag::TH(TableHeaderScope::Column).into(),
            Self::RowHead => Tag::TH(TableHeaderScope::Row).into(),
            Self::Cell => Tag::TD.into(),
            Self::Figure => Tag::Figure(Some(title)).with_bbox(place).into(),
            Self::Link => Tag::Link.into(),
        }
    }
}
