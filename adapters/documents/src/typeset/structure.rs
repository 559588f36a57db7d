//! What the parts of a document are, in the order in which they are read: for readers that do not see the pages.

use std::num::NonZeroU16;

use krilla::tagging::{Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree};

/// What a part of a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Paragraph,
    /// Of this level; the title of the document has the first.
    Heading(u16),
    List(Marks),
    Item,
    Marker,
    ItemText,
    Table,
    Row,
    /// What the cells below it say.
    ColumnHead,
    /// What the cells beside it say.
    RowHead,
    Cell,
}

/// How the items of a list are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    Dots,
    Numbers,
    Letters,
}

/// A part of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NodeId(usize);

/// The parts of a document.
#[derive(Default)]
pub(super) struct Structure {
    parts: Vec<PartNode>,
    roots: Vec<usize>,
}

struct PartNode {
    role: Role,
    /// What is read of a heading where headings are listed.
    title: String,
    children: Vec<usize>,
    marks: Vec<Identifier>,
}

impl Structure {
    /// Begins a part within another one, or within the document.
    pub(super) fn open(&mut self, within: Option<NodeId>, role: Role) -> NodeId {
        let id = self.parts.len();
        self.parts.push(PartNode {
            role,
            title: String::new(),
            children: Vec::new(),
            marks: Vec::new(),
        });
        match within.and_then(|NodeId(parent)| self.parts.get_mut(parent)) {
            Some(parent) => parent.children.push(id),
            None => self.roots.push(id),
        }
        NodeId(id)
    }

    /// The list that the document ends with, if its items are marked alike; otherwise a new one.
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

    /// Notes what was drawn of a part.
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

    /// None where nothing was drawn of it, unless it is a cell, which has its place although it is empty.
    fn group(&mut self, id: usize) -> Option<Node> {
        let part = self.parts.get_mut(id)?;
        let (role, title) = (part.role, std::mem::take(&mut part.title));
        let (marks, children) = (
            std::mem::take(&mut part.marks),
            std::mem::take(&mut part.children),
        );
        let mut group = TagGroup::new(role.tag(title));
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
    fn tag(self, title: String) -> TagKind {
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
        }
    }
}
