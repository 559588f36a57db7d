//! Measures the processor time, file size and memory that printing a request takes
//! (`scripts/bench --print`). Runs on Linux only, because it reads the figures from `/proc`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::error::Error;
use std::fs;
use std::io::Write;

use aditus_application::contract::documents::sample;
use aditus_application::ports::Documents;
use aditus_application::requests::views::RequestDetail;
use aditus_documents::{FontFiles, FontSource, PdfDocuments};

/// Number of measured runs. The median is reported.
const TURNS: usize = 15;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Returns the sample request with the given numbers of variables, staff and devices.
fn request(variables: usize, staff: usize, devices: usize) -> RequestDetail {
    let mut request = sample::request();
    let of_sample = &mut request.requested_datasets[0].variables;
    *of_sample = (0..variables)
        .map(|at| {
            let mut variable = of_sample[at % of_sample.len()].clone();
            variable.var.var_name = format!("{}_{at}", variable.var.var_name);
            variable
        })
        .collect();
    request.list_of_staff = (0..staff)
        .map(|at| request.list_of_staff[at % request.list_of_staff.len()].clone())
        .collect();
    request.list_of_devices = vec![request.list_of_devices[0].clone(); devices];
    request
}

/// Returns the processor time that this thread used so far, in milliseconds.
fn processor_time() -> Outcome<f64> {
    let told = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = told.split(' ').next().ok_or("schedstat is empty")?.parse()?;
    Ok(nanoseconds / 1e6)
}

/// Returns the line `name` of `/proc/self/status`, in MiB.
fn memory(name: &str) -> Outcome<f64> {
    let told = fs::read_to_string("/proc/self/status")?;
    let line = told
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .ok_or("no such line")?;
    let kib: f64 = line.trim_matches([':', '\t', ' ', 'k', 'B']).parse()?;
    Ok(kib / 1024.0)
}

fn measure(
    out: &mut impl Write,
    name: &str,
    documents: &PdfDocuments,
    printed: &RequestDetail,
) -> Outcome<()> {
    let make = || documents.request_pdf(printed, &[], Some(&sample::proof()), "Aditus");
    // Warm up: the first document loads the fonts.
    documents.request_pdf(&request(1, 1, 1), &[], Some(&sample::proof()), "Aditus")?;
    fs::write("/proc/self/clear_refs", "5")?;
    let before = memory("VmRSS")?;
    make()?;
    let more = memory("VmHWM")? - before;
    let mut times = Vec::new();
    let mut size = 0;
    for _ in 0..TURNS {
        let begun = processor_time()?;
        size = make()?.len();
        times.push(processor_time()? - begun);
    }
    times.sort_by(f64::total_cmp);
    let (time, kib) = (times[TURNS / 2], size.div_ceil(1024));
    writeln!(out, "| {name} | {time:.0} | {kib} | {more:.0} |")?;
    Ok(())
}

fn main() -> Outcome<()> {
    let mut out = std::io::stdout();
    writeln!(out, "| Request | Processor time ms | KiB | More memory MiB |")?;
    writeln!(out, "|---|---:|---:|---:|")?;
    let shipped = PdfDocuments::default();
    for (variables, staff, devices) in [(8, 2, 1), (500, 50, 20), (5_000, 50, 20)] {
        let name = format!("{variables} variables, {staff} people, {devices} devices");
        measure(&mut out, &name, &shipped, &request(variables, staff, devices))?;
    }
    let mut mixed = request(500, 50, 20);
    let names = [
        "Kofi ንጉሥ",
        "محمد الأمين",
        "हर्षिता द्विवेदी",
        "สมศักดิ์ ใจดี",
        "ߒߞߏ ߛߎߟߋߡߊߣߊ",
        "გიორგი",
    ];
    for (at, staff) in mixed.list_of_staff.iter_mut().enumerate() {
        names[at % names.len()].clone_into(&mut staff.member.first_name);
    }
    measure(
        &mut out,
        "the second, with names in six other scripts",
        &shipped,
        &mixed,
    )?;
    // Further arguments name fonts of this machine.
    for place in std::env::args().skip(1) {
        let documents = PdfDocuments::with_fonts(&FontFiles::find(&[FontSource::parse(&place)]));
        "王小明".clone_into(&mut mixed.list_of_staff[0].member.first_name);
        measure(&mut out, &format!("and in Han, with {place}"), &documents, &mixed)?;
    }
    Ok(())
}
