//! Tests of the command line: what is understood, what is refused, which settings the flags are.

use clap::{CommandFactory as _, Parser as _, error::ErrorKind};
use domain::principal::Scope;
use scriptorium::{
    cli::{Cli, Command, Config, Model, Token},
    settings,
};

use crate::examples::commands::Line;

fn parse(line: &str) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(std::iter::once("scriptorium").chain(line.split_whitespace()))
}

fn refusal(line: &str) -> ErrorKind {
    match parse(line) {
        Ok(_) => panic!("`{line}` is understood"),
        Err(error) => error.kind(),
    }
}

#[test]
fn the_command_line_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn every_command_has_help_with_an_example() {
    let mut open = vec![Cli::command()];
    while let Some(mut command) = open.pop() {
        command.build();
        let name = command.get_name().to_owned();
        assert!(command.get_about().is_some(), "{name} is not explained");

        let below: Vec<_> =
            command.get_subcommands().filter(|sub| sub.get_name() != "help").collect();
        let needs_arguments = command.get_arguments().any(|argument| argument.is_required_set());
        if below.is_empty() && needs_arguments && name != "revoke" {
            let help = command.clone().render_help().to_string();
            assert!(help.contains(&format!("{name} ")) && help.contains("Example"), "{help}");
        }
        open.extend(below.into_iter().cloned());
    }
}

/// The help of every command.
fn helps() -> Vec<String> {
    let (mut open, mut helps) = (vec![Cli::command()], Vec::new());
    while let Some(mut command) = open.pop() {
        command.build();
        helps.push(command.render_long_help().to_string());
        open.extend(command.get_subcommands().cloned());
    }
    helps
}

#[test]
fn every_example_of_the_help_is_understood() {
    let mut count = 0;
    for help in helps() {
        for example in help.lines().filter_map(|line| line.strip_prefix("  ")) {
            // What it does stands behind it, at a distance.
            let line = Line::read(example.split("   ").next().unwrap());
            if line.words.first().is_some_and(|word| word == "scriptorium") {
                let understood = Cli::try_parse_from(&line.words);
                assert!(understood.is_ok(), "{example}: {:?}", understood.err());
                count += 1;
            }
        }
    }
    assert!(count >= 30, "{count} examples");
}

#[test]
fn flags_are_settings_wherever_they_stand() {
    let flags = [
        ("server.listen", "0.0.0.0:80"),
        ("data.dir", "d"),
        ("database.url", "postgres://db/s"),
        ("log.format", "json"),
        ("log.level", "warn"),
    ]
    .map(|(key, value)| (key, value.to_owned()));

    for line in [
        "serve --listen 0.0.0.0:80 --data d --database-url postgres://db/s --log-format json \
         --log-level warn",
        "--log-level warn --data d --log-format json --database-url postgres://db/s config show \
         --listen=0.0.0.0:80",
    ] {
        assert_eq!(parse(line).unwrap().flags(), flags);
    }
    assert_eq!(parse("migrate --data d").unwrap().flags(), [flags[1].clone()]);
    assert_eq!(parse("serve").unwrap().flags(), []);
}

#[test]
fn origins_name_the_flags_as_they_are_written() {
    let line = "config show --listen 0.0.0.0:80 --data d --database-url postgres://db/s \
                --log-format json --log-level warn";
    let cli = parse(line).unwrap();

    // An empty file: the folder the tests run in shall not matter.
    let file = tempfile::NamedTempFile::new().unwrap();
    let loaded = settings::load(Some(file.path()), std::iter::empty(), &cli.flags()).unwrap();

    for (key, value) in cli.flags() {
        let origin = loaded.origin(key).unwrap().to_string();
        let flag = origin.strip_prefix("flag ").unwrap();
        assert!(line.contains(&format!("{flag} {value}")), "{key}: {origin}");
    }
}

#[test]
fn an_import_makes_a_project_of_a_name_or_goes_into_one_that_is_there() {
    let import = |line| match parse(line).unwrap().command {
        Command::Import(import) => import,
        _ => panic!("not an import"),
    };

    let new = import("import ./novel --name Novel --data d");
    let old = import("import ./novel --project p1");

    assert_eq!(new.folder.as_deref(), Some(std::path::Path::new("./novel")));
    assert_eq!((new.name.as_deref(), new.project), (Some("Novel"), None));
    assert_eq!((old.name, old.project.as_deref()), (None, Some("p1")));
    assert_eq!(refusal("import ./novel --name x --project p1"), ErrorKind::ArgumentConflict);
    assert_eq!(refusal("import --name Novel"), ErrorKind::MissingRequiredArgument);
    assert_eq!(refusal("import ./novel --all ./studio"), ErrorKind::ArgumentConflict);
}

#[test]
fn a_token_writes_and_never_ends_unless_said_otherwise() {
    let create = |line| match parse(line).unwrap().command {
        Command::Token(Token::Create(token)) => token,
        _ => panic!("not a token"),
    };

    let plain = create("token create --user mara");
    let narrow = create("token create --user ci --scope read --label nightly --days 90");

    assert_eq!((plain.scope, plain.label.as_str(), plain.days), (Scope::Write, "", None));
    assert_eq!(
        (narrow.scope, narrow.label.as_str(), narrow.days),
        (Scope::Read, "nightly", Some(90))
    );
    assert_eq!(create("token create --user m --scope admin").scope, Scope::Admin);
}

#[test]
fn what_is_not_understood_is_refused() {
    for (line, kind) in [
        ("", ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand),
        ("model", ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand),
        ("config", ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand),
        ("sevre", ErrorKind::InvalidSubcommand),
        ("serve --lisen 1", ErrorKind::UnknownArgument),
        ("migrate --listen 127.0.0.1:1", ErrorKind::UnknownArgument),
        ("restore", ErrorKind::MissingRequiredArgument),
        ("doctor --rebuilt", ErrorKind::UnknownArgument),
        ("export ./studio", ErrorKind::MissingRequiredArgument),
        ("export p1 --all ./studio", ErrorKind::ArgumentConflict),
        ("export --all ./studio --without-revisions", ErrorKind::ArgumentConflict),
        ("token create", ErrorKind::MissingRequiredArgument),
        ("token create --user m --scope all", ErrorKind::InvalidValue),
        ("token create --user m --days 0", ErrorKind::ValueValidation),
        ("token create --user m --days 3651", ErrorKind::ValueValidation),
        ("token revoke", ErrorKind::MissingRequiredArgument),
    ] {
        assert_eq!(refusal(line), kind, "{line}");
    }
}

#[test]
fn commands_are_found_by_their_names() {
    assert!(matches!(parse("serve").unwrap().command, Command::Serve(_)));
    assert!(matches!(parse("migrate").unwrap().command, Command::Migrate));
    assert!(matches!(parse("openapi").unwrap().command, Command::Openapi));
    assert!(matches!(parse("config show").unwrap().command, Command::Config(Config::Show(_))));
    assert!(matches!(parse("model check").unwrap().command, Command::Model(Model::Check)));
    assert!(matches!(parse("token list").unwrap().command, Command::Token(Token::List)));
    let Command::Token(Token::Revoke { id }) = parse("token revoke t1").unwrap().command else {
        panic!("not a revocation")
    };
    assert_eq!(id, "t1");
}
