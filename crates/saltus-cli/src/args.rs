//! The command line.

mod shared;
mod values;

use std::iter;
use std::net::IpAddr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use dashu_int::UBig;
use saltus::lists;

use crate::families;
use crate::own::Own;
pub use shared::{Common, Format, with_flags, with_looks};
pub use values::{Range, Share, board_size, bytes, time, whole};

/// Exact answers for puzzles in which pieces move on a board.
///
/// A PUZZLE is one line of notation, such as `shift 3 3`, `reverse 8 from=2 to=any` or `tiles 3x3 8 6 7 2 5 4 3 0 1`;
/// `saltus puzzles` lists the families. Results go to standard output, everything else to standard error.
#[derive(Parser)]
#[command(name = "saltus", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// A shortest solution and what proves it
    Solve(Solve),
    /// Searches side by side: a record for each run, and a summary
    ///
    /// `compare --in boards.txt --search ida-star:manhattan --search a-star:linear-conflict` lets each search answer each puzzle, one at a time;
    /// `explain --search` lists the searches. --time-each, --node-limit and --memory-limit are for each run, which has a minute and 10^8 nodes where no limit of
    /// time or nodes is given. Numbers of nodes are the same on every machine; --timing adds times.
    Compare(Compare),
    /// How many shortest solutions there are, exactly
    Count(Puzzle),
    /// All shortest solutions, streamed in a fixed order
    List(List),
    /// Whether it can be solved, and why (not)
    Solvable(Solvable),
    /// A new puzzle: random or hard, of the length that is wanted, with how hard it is
    ///
    /// The board and the pieces are those of PUZZLE. Where all positions that can be reached from it can be visited, the choice is among all of them;
    /// else among random boards and positions. Every puzzle is solved with proof, and the same seed gives the same puzzle everywhere.
    New(New),
    /// The board, at the start or after a move of the solution
    Show(Show),
    /// What theory says of this very position, or what a search is
    Explain(Explain),
    #[command(flatten)]
    Own(Own),
    /// Play it on the terminal: arrow keys or typed moves, undo, hint
    ///
    /// On a terminal, ? shows all keys. Elsewhere, and with --plain, each line of standard input is moves or a word (`help` lists
    /// them), and the board is printed after each move. --timeout is for each answer.
    ///
    /// Exit codes without a screen: 0 when the game is over at the end of the input, 3 when it is not, 10 when no move is possible and the goal not
    /// reached, 65 with the line's number for a move that cannot be made. A player who quits has code 0.
    Play(Play),
    /// Replays JSON records and checks certificates
    Check(Check),
    /// The records of shards as those of one batch, or the parts of a search as its answer
    ///
    /// `solve --in boards.txt --shard 1/2` and `2/2`, on two machines, write the records of every other puzzle (--format json); `merge` joins them in the
    /// order of the lines, byte for byte as one run writes them. It says where a line has two records, and with --in FILE which have none.
    ///
    /// The parts of a search (`solve --part`) become its answer and, with --cert, its certificate; where a part was stopped, the interval that all prove.
    Merge(Merge),
    /// All instances of a size: distribution, worst cases, examples
    ///
    /// `survey reverse N` explores every position of numbered reversal; `survey shift N M` and `survey tiles ...` every
    /// board that can be reached.
    Survey(Survey),
    /// The state graph, in the DOT language or as a picture
    Graph(Graph),
    /// Pictures: the board, a play as a film strip or animated
    ///
    /// `draw PUZZLE -o board.svg` draws the start, `draw PUZZLE -o play.gif` a shortest play that moves, `draw PUZZLE --shape film -o film.svg` each
    /// board of it.
    Draw(Draw),
    /// The puzzle in a format that other programs read
    ///
    /// `export klotski --as pddl --prefix klotski` writes klotski-domain.pddl and klotski-problem.pddl, for planners: a plan of least cost is a shortest
    /// solution. Only definitions have this form (`saltus puzzles rules`).
    Export(Export),
    /// The families, their notation and rules
    Puzzles(Puzzles),
    /// Tables of large searches, kept on disk: build, list, check, remove
    ///
    /// They are in the folder of --cache-dir, else of the variable `SALTUS_CACHE_DIR`, else in `$XDG_CACHE_HOME/saltus` or
    /// `~/.cache/saltus`.
    Tables(Tables),
    /// A page to play and solve on, for a browser
    ///
    /// It is served on this machine, to this machine only, until it is interrupted; its address is printed on standard error. Each
    /// search may take --timeout (a minute, if nothing is said) and --node-limit; all of them share --memory-limit.
    Serve(Serve),
    /// The page as files: for any host of files, or one file that opens from a disk
    ///
    /// `site -o DIR` writes the page and the library as a WebAssembly module into a folder, which a host of files serves as it is; `site -o FILE.html
    /// --one-file` writes all of it into one file. Programs of a release, and those that are built with all features, hold the modules; another one takes them
    /// from --modules.
    Site(Site),
    /// The puzzles of days, as the page has them: each the same for everybody from its number
    ///
    /// Day 1 is 9 October 2026. Each is a position from which one first move alone begins a shortest play; what makes it hard is counted (the chance that random
    /// moves are a shortest play), and rises from Monday to Sunday. No two are the same. The page holds the first 400.
    Daily(Daily),
    /// Every item of the sources: what each states, made again
    ///
    /// Alone it lists the sources: papers and pages on these puzzles, and what saltus knows beyond them. `reproduce paper` runs all items of one, `reproduce
    /// paper lemma-8` one of them: its commands, whose output is compared with what is kept, and its statement, which is verified by brute force.
    ///
    /// Exit codes: 1 where something differs from what is kept, 3 where a limit was reached.
    Reproduce(Reproduce),
    /// What the program does per second on this machine
    Bench(Bench),
    /// A completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The manual page, of the program or of one command
    Man {
        /// The command
        command: Option<String>,
    },
}

/// One puzzle, or a batch of them.
#[derive(Args, Clone)]
pub struct Puzzle {
    /// The puzzle in notation; a word @FILE stands for the contents of that file, cells:@FILE for the list there
    #[arg(id = "puzzle", value_name = "PUZZLE", required_unless_present = "batch", allow_negative_numbers = true)]
    pub words: Vec<String>,
    /// A file with one puzzle a line (- for standard input; a line that begins with # is a comment)
    #[arg(long = "in", id = "batch", value_name = "FILE")]
    pub batch: Option<PathBuf>,
    /// Only puzzle I of --in FILE and every N-th after it, so that N machines share the batch (`saltus merge` joins their records)
    #[arg(long, value_name = "I/N", value_parser = Share::read, requires = "batch")]
    pub shard: Option<Share>,
    #[command(flatten)]
    pub lists: Lists,
}

/// How a file of boards is to be read that is not in notation.
#[derive(Args, Clone)]
pub struct Lists {
    /// How --in FILE writes its puzzles
    #[arg(long, value_parser = InputFormat::parser(), default_value = "notation", value_name = "FORM", requires = "batch")]
    pub input_format: InputFormat,
    /// Rows and columns of the boards [default: as the rows say, otherwise a square]
    #[arg(long, value_name = "HxW", value_parser = board_size, requires = "batch")]
    pub board: Option<(usize, usize)>,
    /// The goal of the boards [default: blank-last]
    ///
    /// Korf's lists of 15- and 24-puzzles are meant with blank-first.
    #[arg(long, value_parser = goals(), value_name = "GOAL", requires = "batch")]
    pub goal: Option<String>,
}

/// How a file of puzzles is written.
#[derive(Clone, Copy)]
pub enum InputFormat {
    /// A line each.
    Notation,
    /// Starts of one puzzle.
    Starts,
    /// In a format that a family reads.
    Of(&'static lists::Format),
}

impl InputFormat {
    /// All of them: names, and what each is.
    fn all() -> impl Iterator<Item = (&'static str, &'static str, Self)> {
        let of = |format: &'static lists::Format| (format.name, format.says, InputFormat::Of(format));
        let families = families::all().families().iter().flat_map(move |family| family.formats.iter().map(of));
        let starts = "Starts of PUZZLE: what stands on its cells, a start a line; // begins a comment";
        iter::once(("notation", "One puzzle a line", InputFormat::Notation)).chain(families).chain([(
            "starts",
            starts,
            InputFormat::Starts,
        )])
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|(other, ..)| *other == name).map(|(.., format)| format)
    }

    fn parser() -> impl TypedValueParser<Value = Self> {
        let values = Self::all().map(|(name, says, _)| PossibleValue::new(name).help(says));
        PossibleValuesParser::new(values).map(|name| Self::named(&name).expect("one of them"))
    }
}

/// The goals of lists that do not say it themselves.
fn goals() -> PossibleValuesParser {
    let mut goals: Vec<&(&str, &str)> = Vec::new();
    let formats = families::all().families().iter().flat_map(|family| family.formats);
    for goal in formats.flat_map(|format| format.goals) {
        if !goals.contains(&goal) {
            goals.push(goal);
        }
    }
    PossibleValuesParser::new(goals.into_iter().map(|(name, says)| PossibleValue::new(*name).help(*says)))
}

/// The judges of programs, each by its name.
fn judges() -> impl TypedValueParser<Value = &'static lists::Judge> {
    let all = || families::all().families().iter().flat_map(|family| family.judges);
    let values = all().map(|judge| PossibleValue::new(judge.name).help(judge.says));
    PossibleValuesParser::new(values).map(move |name| all().find(|judge| judge.name == name).expect("one of them"))
}

/// How moves are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Letters {
    /// The way that the tile goes
    Tile,
    /// The way that the vacancy goes
    Blank,
}

#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// Only move I, counted from 1
    #[arg(long, value_name = "I", value_parser = whole, conflicts_with = "range")]
    pub at: Option<UBig>,
    /// Only the moves A to B, both included; either may be left out
    #[arg(long, value_name = "A..B")]
    pub range: Option<Range>,
    /// Write the certificate that proves the answer (- for standard output, in place of the answer); those of a batch follow each other in FILE
    #[arg(long, value_name = "FILE")]
    pub cert: Option<PathBuf>,
    /// Write the certificate in the calculus of docs/calculus.md, which saltus-kernel reads: about the definition that the line means
    #[arg(long, requires = "cert")]
    pub calculus: bool,
    /// Have saltus-check check the certificate in this run, whatever its size (small ones always are)
    #[arg(long)]
    pub check: bool,
    /// Spell moves U, D, L, R (sliding tiles, --format text and moves)
    #[arg(long, value_enum, value_name = "WHOSE")]
    pub letters: Option<Letters>,
    /// Read --in FILE as this judge writes it, in place of --input-format, and write what it takes for an answer, in place of --format
    ///
    /// The moves are those of the vacancy. A board that a judge wants in no time has a play at once with --solver construction, and mostly a shorter one with
    /// --timeout.
    #[arg(long, value_parser = judges(), value_name = "JUDGE", requires = "batch", conflicts_with_all = ["letters", "at", "range", "cert"])]
    pub judge: Option<&'static lists::Judge>,
    /// Answer by this solver, not by the best one that applies; NAME:SETTING=VALUE,.. (`saltus puzzles FAMILY` names them)
    #[arg(long, value_name = "NAME")]
    pub solver: Option<String>,
    /// With --solver SEARCH: write which nodes it expands into FILE, as JSON Lines (docs/searches.md#traces); draw --trace draws them
    #[cfg(feature = "by-name")]
    #[arg(long, value_name = "FILE", requires = "solver", conflicts_with = "batch")]
    pub trace: Option<PathBuf>,
    /// Search without these rules of pruning, with the same answer (chinese: types, leave, settle, fills, touch, ahead, mirror; rules: potential, views)
    #[arg(long, value_name = "RULE,..", value_delimiter = ',')]
    pub without: Vec<String>,
    /// Go on in this folder where memory does not suffice, and when stopped (chinese: keep all positions of the search there)
    #[arg(long, value_name = "FOLDER", conflicts_with = "batch")]
    pub disk: Option<PathBuf>,
    /// Make part I of N of a long search, on this machine (sliding tiles, --format json); `saltus merge` joins the records of all parts
    ///
    /// It looks for plays shorter than the one that beams find at once. What it has done when --timeout or a signal stops it is in its record.
    #[arg(long, value_name = "I/N", value_parser = Share::read, conflicts_with_all = ["batch", "at", "range", "letters", "judge", "cert", "check", "solver", "without", "disk"])]
    pub part: Option<Share>,
    /// Look for plays of at most K moves, in place of a play that beams find
    #[arg(long, value_name = "K", requires = "part")]
    pub at_most: Option<u32>,
    /// Write into FILE, each answer of a batch when it is there, not to standard output
    ///
    /// A line that --timeout or a signal stopped is left out, so that --resume goes on with it.
    #[arg(long, short, value_name = "FILE", alias = "out")]
    pub output: Option<PathBuf>,
    /// Go on with a batch that was stopped: what records of --output FILE answer is left out, the others are added
    #[arg(long, requires_all = ["batch", "output"], conflicts_with = "cert")]
    pub resume: bool,
}

#[derive(Args)]
#[command(mut_arg("puzzle", |puzzle| puzzle.required_unless_present("search")))]
pub struct Explain {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// Solve it, too, and say which solver answers after which others, and what each bound says of the start
    #[arg(long)]
    pub solve: bool,
    /// Tell of a generic search instead: what it is, who published it, what it needs; without NAME all of them, a line each
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["puzzle", "batch"])]
    pub search: Option<String>,
}

/// How a summary is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SummaryForm {
    /// Columns
    Text,
    /// A table in Markdown
    Markdown,
    /// Values set apart by commas
    Csv,
}

#[derive(Args)]
#[command(mut_arg("puzzle", |puzzle| puzzle.required_unless_present("from")))]
pub struct Compare {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// A search, as solve --solver takes it: NAME, NAME:BOUND or NAME:BOUND,SETTING=VALUE,..; say it once for each
    #[arg(long, value_name = "NAME", required_unless_present = "from")]
    pub search: Vec<String>,
    /// Make each run N times
    #[arg(long, value_name = "N", default_value = "1")]
    pub repeat: std::num::NonZeroU64,
    /// Write a record of each run into FILE, when it has ended
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on with a comparison that was stopped: runs of which --output FILE has records are not made again
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// How the summary is written (none with --format json, unless --output takes the records)
    #[arg(long, value_enum, default_value_t = SummaryForm::Text, value_name = "FORM")]
    pub summary: SummaryForm,
    /// Draw nodes against length, and how many puzzles are solved within which time (without --timing: with how many nodes), into FILE, as SVG
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// Make no runs, but the summary of those of which FILE has records
    #[arg(long, value_name = "FILE", conflicts_with_all = ["puzzle", "batch", "search", "output", "repeat", "timing"])]
    pub from: Option<PathBuf>,
}

#[derive(Args)]
pub struct Solvable {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// Whether it can be solved in at most K moves, or so that at most K pieces are left where these count
    ///
    /// Exit code 0: there is such a play (--format moves and json have it); 10: there is none, which a complete search or a bound shows.
    #[arg(long, value_name = "K", value_parser = whole, required_if_eq("format", "moves"))]
    pub at_most: Option<UBig>,
    /// Write the certificate of that answer (- for standard output, in place of the answer); those of a batch follow each other in FILE
    #[arg(long, value_name = "FILE", requires = "at_most")]
    pub cert: Option<PathBuf>,
}

#[derive(Args)]
pub struct Survey {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// How N plays of random moves end, in place of all positions; --seed N says which moves
    #[arg(long, value_name = "N", conflicts_with_all = ["disk", "positions"])]
    pub random: Option<u64>,
    /// How many sequences of 1 to N moves lead on from the start, in place of all positions
    #[arg(long, value_name = "N", conflicts_with_all = ["random", "disk", "positions"])]
    pub sequences: Option<u32>,
    /// The most moves of a random play
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "random")]
    pub turns: u32,
    /// Keep the positions in this folder instead of memory (tiles; others with --workers), and go on there when stopped
    #[arg(long, value_name = "FOLDER")]
    pub disk: Option<PathBuf>,
    #[command(flatten)]
    pub sweep: Sweep,
    /// Write every position with its distance into FILE, which ends in .csv; of lines and cycles of clobber with its value, as Parquet too
    ///
    /// With --workers, --processes or --hosts: into a folder of Parquet files, FILE/distance=K/part-0.parquet, in addition to the answer.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "chart"])]
    pub positions: Option<PathBuf>,
    /// Draw the distribution into FILE, as SVG, or as text where its name ends in .txt
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub chart: Option<PathBuf>,
}

/// Who sweeps a space (docs/sweep.md).
#[derive(Args)]
pub struct Sweep {
    /// Sweep the space layer by layer in the folder of --disk, with N workers in each process
    ///
    /// Each has its share of --memory-limit. Any number of workers goes on where others were stopped.
    #[arg(long, value_name = "N", requires = "disk", conflicts_with = "batch")]
    pub workers: Option<std::num::NonZeroUsize>,
    /// Sweep it with N processes of this machine, with one worker each or as many as --workers says
    #[arg(long, value_name = "N", requires = "disk", conflicts_with_all = ["batch", "hosts"])]
    pub processes: Option<std::num::NonZeroUsize>,
    /// Sweep it with the processes of FILE, a line ADDRESS:PORT for each, which all see the folder of --disk
    ///
    /// They know one another by a secret. Connections are not encrypted: for machines of one's own network. - is standard input, up to its end or to a line with
    /// a dot; after a dot the process goes on only as long as standard input stays open.
    #[arg(long, value_name = "FILE", requires_all = ["disk", "process"], conflicts_with = "batch")]
    pub hosts: Option<PathBuf>,
    /// Only the positions that can be part of a play of at most N moves, as far as bounds tell: where none is a goal, there is no such play
    ///
    /// Chinese Checkers has such bounds.
    #[arg(long, value_name = "N", requires = "disk", conflicts_with_all = ["batch", "positions"])]
    pub within: Option<u32>,
    #[arg(
        long,
        value_name = "FILE",
        requires = "hosts",
        help = "The secret of the processes of --hosts, at least 16 bytes; without this option it is in the variable SALTUS_SECRET"
    )]
    pub secret: Option<PathBuf>,
    /// Which of the lines of --hosts this process is, from 0, which writes the answer
    #[arg(long, value_name = "I", requires = "hosts")]
    pub process: Option<usize>,
}

impl Sweep {
    /// Whether an option asks for a sweep.
    pub fn is_asked(&self) -> bool {
        self.workers.is_some() || self.processes.is_some() || self.hosts.is_some() || self.within.is_some()
    }
}

#[derive(Args)]
pub struct List {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// Begin with solution K, counted from 1
    #[arg(long, value_name = "K", value_parser = whole, default_value = "1")]
    pub from: UBig,
    /// Write no more than N solutions
    #[arg(long, value_name = "N", value_parser = whole)]
    pub take: Option<UBig>,
    /// Spell moves U, D, L, R (sliding tiles, --format text and moves)
    #[arg(long, value_enum, value_name = "WHOSE")]
    pub letters: Option<Letters>,
}

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that may be said with any other")]
pub struct New {
    /// A puzzle in notation, or a set of them (`clobber grid 4x4`), whose board and pieces are kept
    #[arg(value_name = "PUZZLE", required = true, allow_negative_numbers = true)]
    pub words: Vec<String>,
    /// The moves of its shortest play, or what they cost where some cost nothing: a number, or A..B, of which either may be left out
    #[arg(long, value_name = "A..B", value_parser = Range::or_one)]
    pub length: Option<Range>,
    /// Of how many random plays one is a shortest one: a number, or A..B, of which either may be left out
    #[arg(long, value_name = "A..B", value_parser = Range::or_one)]
    pub luck: Option<Range>,
    /// Only one first move begins a shortest play
    #[arg(long)]
    pub unique_first: bool,
    /// No move along its shortest play loses
    #[arg(long)]
    pub no_losing: bool,
    /// The longest that there are, or of those that are tried
    #[arg(long)]
    pub hardest: bool,
    /// Leave out pieces as long as the length stays (definitions, Clobber)
    #[arg(long)]
    pub minimal: bool,
    /// Grids of Clobber with one white pawn: one pawn can be left where a path from there visits all others, which is NP-complete to tell
    #[arg(long)]
    pub hamiltonian: bool,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value = "1")]
    pub count: std::num::NonZeroUsize,
    /// As a lesson for a class (docs/lessons.md): a chapter for each puzzle, which asks for a shortest play
    #[arg(long, conflicts_with = "format")]
    pub lesson: bool,
}

#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// After move I of the solution; 0 is the start
    #[arg(long, value_name = "I", value_parser = whole)]
    pub at: Option<UBig>,
}

/// How a state graph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphForm {
    /// For Graphviz
    Dot,
    /// As a picture
    Svg,
    /// As a picture on a page
    Pdf,
}

#[derive(Args)]
pub struct Graph {
    #[command(flatten)]
    pub puzzle: Puzzle,
    /// The format
    #[arg(long = "as", value_enum, default_value_t = GraphForm::Dot, value_name = "FORMAT")]
    pub form: GraphForm,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// One board
    Board,
    /// The boards before and after each move
    Film,
    /// The play itself, in which pieces slide and hop
    Animation,
}

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Type {
    /// Lines and shapes
    Svg,
    /// Pixels
    Png,
    /// Pixels that move
    Gif,
    /// Lines and shapes on a page
    Pdf,
    /// Text
    Txt,
}

#[derive(Args)]
pub struct Draw {
    /// The puzzle in notation; a word @FILE stands for the contents of that file, cells:@FILE for the list there
    #[arg(value_name = "PUZZLE", allow_negative_numbers = true)]
    #[cfg_attr(feature = "by-name", arg(required_unless_present_any = ["sheet", "trace"]))]
    #[cfg_attr(not(feature = "by-name"), arg(required_unless_present = "sheet"))]
    pub words: Vec<String>,
    /// The picture, whose name ends in .svg, .pdf, .png, .gif or .txt (- for standard output)
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// What is drawn [default: board; animation for .gif, film with --range]
    #[arg(long, value_enum, value_name = "SHAPE")]
    pub shape: Option<Shape>,
    /// The format of FILE, where its name does not say it [default on a terminal: txt]
    #[arg(long = "as", value_enum, value_name = "FORMAT")]
    pub kind: Option<Type>,
    /// The moves to be drawn, set apart by blanks, or @FILE [default: those of a shortest play]
    ///
    /// FILE lists moves, or has records (solve --format json), one of them of this puzzle.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// The board after move I; 0 is the start [default: the start, or the end of --moves]
    #[arg(long, value_name = "I", value_parser = whole, conflicts_with = "range")]
    pub at: Option<UBig>,
    /// Only the moves A to B, both included; either may be left out
    #[arg(long, value_name = "A..B")]
    pub range: Option<Range>,
    /// The board seen in another way: moves (an arrow for each step and jump); Chinese Checkers also grid, types, centroids, array
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
    /// The title, in place of the puzzle's line; none with ""
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Names of pieces for titles and captions, such as b=frog,w=toad; a single letter is drawn on its piece, too
    #[arg(long, value_name = "PIECE=NAME,..", value_delimiter = ',', value_parser = named_piece)]
    pub pieces: Vec<(String, String)>,
    /// Pixels from one cell to the next [default: what suits the picture]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(4..=400))]
    pub cell: Option<u32>,
    /// A worksheet, in place of a puzzle: the boards and questions of a lesson (docs/lessons.md; - for standard input) on pages of A4, and the
    /// answers on pages of their own. FILE ends in .pdf
    #[arg(long, value_name = "LESSON", conflicts_with_all = ["words", "shape", "moves", "at", "range", "view", "title", "pieces", "cell"])]
    pub sheet: Option<PathBuf>,
    /// How far searches went, in place of a puzzle: traces (solve --trace), several for comparison: nodes by moves made and by the length promised. FILE ends in .svg
    #[cfg(feature = "by-name")]
    #[arg(long, value_name = "TRACE", num_args = 1.., conflicts_with_all = ["words", "shape", "moves", "at", "range", "view", "pieces", "cell", "sheet"])]
    pub trace: Vec<PathBuf>,
    /// With --sheet: the address of the lesson, also as a QR code
    #[arg(long, value_name = "URL", requires = "sheet")]
    pub link: Option<String>,
}

/// The label of a piece, and its name.
fn named_piece(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(label, name)| !label.is_empty() && !name.is_empty());
    parts
        .map(|(label, name)| (label.into(), name.into()))
        .ok_or_else(|| "names are PIECE=NAME, such as b=frog,w=toad".into())
}

/// A format of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportForm {
    /// For planners: STRIPS, with costs where something is free
    Pddl,
    /// A definition, as a line of the family `rules`: board, pieces, moves and goal
    Rules,
}

#[derive(Args)]
pub struct Export {
    /// The puzzle in notation; a word @FILE stands for the contents of that file, cells:@FILE for the list there
    #[arg(value_name = "PUZZLE", required = true, allow_negative_numbers = true)]
    pub words: Vec<String>,
    /// The format
    #[arg(long = "as", value_enum, value_name = "FORMAT")]
    pub form: ExportForm,
    /// Write each file of the format to PREFIX-NAME, not all of them to standard output
    #[arg(long, value_name = "PREFIX")]
    pub prefix: Option<PathBuf>,
}

#[derive(Args)]
pub struct Play {
    /// The puzzle in notation; a word @FILE stands for the contents of that file, cells:@FILE for the list there
    #[arg(value_name = "PUZZLE", required = true, allow_negative_numbers = true)]
    pub words: Vec<String>,
    /// Moves made before, set apart by blanks or commas, so that the game goes on
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Line by line also on a terminal, for screen readers for instance
    #[arg(long)]
    pub plain: bool,
}

#[derive(Args)]
pub struct Check {
    /// Records or a certificate (- for standard input)
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// Whether the moves of FILE solve the puzzle of --puzzle: moves set apart by blanks, or the plan of a planner, a line (ACTION ..) a step, for the
    /// files that `export --as pddl` writes
    #[arg(long, value_name = "FILE", requires = "puzzle", conflicts_with_all = ["file", "kernel"])]
    pub plan: Option<PathBuf>,
    /// The puzzle that a plan is for, in notation
    #[arg(long, value_name = "PUZZLE", requires = "plan")]
    pub puzzle: Option<String>,
    /// Have saltus-kernel check a certificate of format 2, too: the program that is proved right (kernel/README.md), which has to be installed
    #[arg(long)]
    pub kernel: bool,
}

#[derive(Args)]
pub struct Merge {
    /// Records of the shards of a batch, or of the parts of a search
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write into FILE, not to standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the certificate of the answer of a search in parts
    #[arg(long, value_name = "FILE")]
    pub cert: Option<PathBuf>,
    /// Have saltus-check make the last iteration of a search in parts again, and report what that proves
    #[arg(long)]
    pub check: bool,
    /// Certificates of the shards: they are checked now, and what they prove is reported as proved
    #[arg(long, value_name = "FILE")]
    pub proved_by: Vec<PathBuf>,
    /// The file that the shards were read from: each of its puzzles must have a record
    #[arg(long = "in", id = "batch", value_name = "FILE")]
    pub batch: Option<PathBuf>,
    #[command(flatten)]
    pub lists: Lists,
}

#[derive(Args)]
pub struct Puzzles {
    /// Only this family, with its rules; or a puzzle: the rules of a definition, as they lie on the board
    #[arg(value_name = "FAMILY | PUZZLE")]
    pub words: Vec<String>,
}

#[derive(Args)]
pub struct Tables {
    #[command(subcommand)]
    pub command: TablesCommand,
}

#[derive(Subcommand)]
pub enum TablesCommand {
    /// Builds tables, unless they are there and whole
    ///
    /// `tables build tiles 4x4 7-8` builds those of a partition of all tiles (4x4: 7-8; 5x5: 3-3-3-3-3-3-3-3, 6-6-6-6),
    /// `tables build tiles 5x5 1,2,6,7,11,12` that of the tiles that belong on these cells (vacancy=CELL: where the vacancy is at the
    /// end, if not on the last cell). Patterns that are images of one another share a table.
    Build {
        /// What the tables are for
        #[arg(required = true)]
        words: Vec<String>,
        /// Wait while another process is building the same table
        #[arg(long)]
        wait: bool,
    },
    /// Names the tables that are there, and looks at their headers
    List,
    /// Proves every entry of tables: admissible and exact
    Check {
        /// Names, as `tables list` has them; all tables if there are none
        names: Vec<String>,
    },
    /// Removes tables
    Remove {
        /// Names, as `tables list` has them
        #[arg(required_unless_present = "all")]
        names: Vec<String>,
        /// All of them
        #[arg(long, conflicts_with = "names")]
        all: bool,
    },
}

#[derive(Args)]
pub struct Serve {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub port: u16,
    /// Listen on this address, for other machines; whoever comes needs the token that is printed with it
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// Open the page in the browser
    #[arg(long, value_enum, value_name = "YES", default_value_t = Open::No)]
    pub open: Open,
    /// The folder that `cargo xtask wasm` has written, for a program that holds no modules: with them the page goes on when the server has ended
    #[arg(long, value_name = "DIR")]
    pub modules: Option<PathBuf>,
}

#[derive(Args)]
pub struct Site {
    /// The folder that is written, or the file with --one-file
    #[arg(short, long, value_name = "PLACE")]
    pub output: PathBuf,
    /// Write one file, which needs no host
    #[arg(long)]
    pub one_file: bool,
    /// The address where the folder will lie, such as <https://example.org/puzzles/>: other sites then find what shows a board (oEmbed)
    #[arg(long, value_name = "URL", value_parser = address, conflicts_with = "one_file")]
    pub at: Option<String>,
    /// A lesson as text (docs/lessons.md), which becomes the page `s/NAME.html`; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with = "one_file")]
    pub lesson: Vec<PathBuf>,
    /// The folder that `cargo xtask wasm` has written, for a program that holds no modules
    #[arg(long, value_name = "DIR")]
    pub modules: Option<PathBuf>,
}

#[derive(Args)]
pub struct Daily {
    /// The first day
    #[arg(long, value_name = "N", default_value = "1")]
    pub from: std::num::NonZeroUsize,
    /// The last day
    #[arg(long, value_name = "M", default_value = "400")]
    pub to: std::num::NonZeroUsize,
}

/// An address of a folder, with a slash at its end.
fn address(word: &str) -> Result<String, String> {
    let is_plain = |sign: char| sign.is_ascii_graphic() && !"\"'<>?#&".contains(sign);
    let rest = word.strip_prefix("https://").or_else(|| word.strip_prefix("http://")).unwrap_or_default();
    if rest.is_empty() || rest.starts_with('/') || !rest.chars().all(is_plain) {
        return Err(
            "an address of a folder begins with https:// or http://, as in https://example.org/puzzles/".to_owned()
        );
    }
    Ok(format!("{}/", word.trim_end_matches('/')))
}

/// Whether a page is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Open {
    Yes,
    No,
}

#[derive(Args)]
pub struct Reproduce {
    /// A source
    pub source: Option<String>,
    /// An item of it
    pub item: Option<String>,
    /// All items of all sources
    #[arg(long, conflicts_with = "source")]
    pub all: bool,
    /// Also the items that take long
    #[arg(long)]
    pub slow: bool,
    /// The size up to which the statement is verified
    #[arg(long, value_name = "N", requires = "item")]
    pub upto: Option<usize>,
    /// Write a report as Markdown and HTML (feature `html`), with its pictures, into this folder
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct Bench {
    /// Only the benches whose name contains this
    pub name: Option<String>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        crate::help::command().debug_assert();
    }
}
