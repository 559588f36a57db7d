//! tmp
#![allow(clippy::unwrap_used, missing_docs)]
#[path = "../tests/documents/sample/mod.rs"]
mod sample;
use aditus_application::ports::Documents;
use aditus_documents::PdfDocuments;
fn main() {
    let names: Vec<String> = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap().lines().map(str::to_owned).collect();
    let mut request = sample::request();
    let staff = request.list_of_staff[0].clone();
    request.list_of_staff = names.iter().map(|name| { let mut one = staff.clone(); let (a, b) = name.split_once(' ').unwrap_or((name, "")); one.first_name = a.to_owned(); one.surname = b.to_owned(); one }).collect();
    request.dataset_description = names.join("\n");
    request.title = names[..4.min(names.len())].join(" · ");
    if let Some(n) = std::env::args().nth(3) {
        let n: i64 = n.parse().unwrap();
        let variables = &mut request.requested_datasets[0].variables;
        *variables = (0..n).map(|index| sample::variable(index, "person", &format!("variable_{index:04}"), "integer", "A meaning of some length that goes over a line or two, as they do.")).collect();
        let staff = request.list_of_staff[0].clone();
        while request.list_of_staff.len() < 50 { request.list_of_staff.push(staff.clone()); }
    }
    let documents = PdfDocuments::default();
    for _ in 0..2 {
    let begun = std::time::Instant::now();
    let bytes = documents.request_pdf(&request, &[], "Aditus").unwrap();
    println!("{:?} {} bytes", begun.elapsed(), bytes.len());
    std::fs::write(std::env::args().nth(2).unwrap(), bytes).unwrap();
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", status.lines().find(|l| l.starts_with("VmHWM")).unwrap());
}
