//! Active content of a PDF: scripts, actions and embedded files. The names are those of ISO 32000,
//! 7.11.4 (embedded files), 12.5 (annotations), 12.6 (actions) and 12.7.8 (XFA).

use aditus_domain::requests::ContentFault;
use lopdf::{Dictionary, Document, Object};

/// Actions that reach beyond the document. Nothing else in a PDF has one of these names as its `S`.
const REACHING: [&[u8]; 6] = [
    b"GoToR",
    b"GoToE",
    b"SubmitForm",
    b"ImportData",
    b"Rendition",
    b"RichMediaExecute",
];

/// Annotations that play media or show a 3D scene.
const PLAYING: [&[u8]; 4] = [b"RichMedia", b"Movie", b"Sound", b"3D"];

/// Longest chain of actions that is followed.
const MAX_ACTIONS: usize = 1_000;

/// The cause that starts an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trigger {
    /// The reader clicks on it.
    Click,
    /// The document or a page is opened, printed or closed, or another event occurs.
    Event,
}

/// Returns the first fault of an object, at any depth.
pub(super) fn fault(document: &Document, object: &Object) -> Option<ContentFault> {
    let mut open = vec![object];
    while let Some(object) = open.pop() {
        let dictionary = match object {
            Object::Array(items) => {
                open.extend(items);
                continue;
            }
            Object::Dictionary(dictionary) => dictionary,
            Object::Stream(stream) => &stream.dict,
            _ => continue,
        };
        let fault = dictionary_fault(document, dictionary).or_else(|| action_fault(document, dictionary));
        if fault.is_some() {
            return fault;
        }
        open.extend(dictionary.iter().map(|(_, value)| value));
    }
    None
}

/// Returns the entry of a dictionary. Follows a reference to another object.
fn value<'a>(document: &'a Document, dictionary: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    let value = dictionary.get(key).ok()?;
    document.dereference(value).ok().map(|(_, value)| value)
}

fn name<'a>(document: &'a Document, dictionary: &'a Dictionary, key: &[u8]) -> Option<&'a [u8]> {
    value(document, dictionary, key)?.as_name().ok()
}

/// Returns the fault of the entries of one dictionary: a script, a program, an embedded file, or an
/// action that reaches beyond the document. Its place in the document does not matter.
fn dictionary_fault(document: &Document, dictionary: &Dictionary) -> Option<ContentFault> {
    let name = |key: &[u8]| name(document, dictionary, key);
    let kind = name(b"S");
    if kind == Some(b"JavaScript")
        || (kind.is_some() && dictionary.has(b"JS"))
        || dictionary.has(b"JavaScript")
        || dictionary.has(b"XFA")
    {
        return Some(ContentFault::Script);
    }
    if kind == Some(b"Launch") {
        return Some(ContentFault::Launch);
    }
    let subtype = name(b"Subtype");
    let is_file =
        dictionary.has(b"EF") && (dictionary.has(b"F") || dictionary.has(b"UF") || name(b"Type").is_some());
    if is_file
        || dictionary.has(b"EmbeddedFiles")
        || name(b"Type") == Some(b"EmbeddedFile")
        || subtype == Some(b"FileAttachment")
    {
        return Some(ContentFault::EmbeddedFile);
    }
    let reaches = kind.is_some_and(|kind| REACHING.contains(&kind));
    let plays = subtype.is_some_and(|subtype| PLAYING.contains(&subtype));
    (reaches || plays).then_some(ContentFault::Action)
}

/// Checks the actions of a dictionary: on a click (`A`), when the document is opened
/// (`OpenAction`), or at another event (`AA`).
fn action_fault(document: &Document, dictionary: &Dictionary) -> Option<ContentFault> {
    let value = |key: &[u8]| value(document, dictionary, key);
    let by_event = value(b"AA").and_then(|events| events.as_dict().ok());
    let by_event = by_event
        .into_iter()
        .flat_map(|events| events.iter().map(|(_, action)| action));
    let mut actions = value(b"OpenAction")
        .into_iter()
        .chain(by_event)
        .map(|action| (action, Trigger::Event))
        .chain(value(b"A").map(|action| (action, Trigger::Click)));
    actions.find_map(|(action, trigger)| action_chain_fault(document, action, trigger))
}

/// Checks an action and those that follow it. Accepts actions that stay within the document, and
/// addresses that open on a click.
fn action_chain_fault(document: &Document, action: &Object, trigger: Trigger) -> Option<ContentFault> {
    let mut following = vec![action];
    let mut actions = 0;
    while let Some(action) = following.pop() {
        actions += 1;
        if actions > MAX_ACTIONS {
            return Some(ContentFault::Action);
        }
        let Ok((_, action)) = document.dereference(action) else {
            continue;
        };
        let action = match action {
            Object::Array(actions) => {
                following.extend(actions);
                continue;
            }
            Object::Dictionary(action) => action,
            _ => continue,
        };
        let fault = dictionary_fault(document, action);
        if fault.is_some() {
            return fault;
        }
        // Destinations and the attributes of structure elements use the same keys, but have no `S`.
        let Some(kind) = name(document, action, b"S") else {
            continue;
        };
        let is_taken = matches!(kind, b"GoTo" | b"Named") || (kind == b"URI" && trigger == Trigger::Click);
        if !is_taken {
            return Some(ContentFault::Action);
        }
        following.extend(action.get(b"Next").ok());
    }
    None
}
