//! The catalogue: all games, the only list of them. Here the type of a game is left behind, once.
//!
//! A new game is a file or folder of `crates/games`, its feature, and its row of [`CATALOGUE`].

#[cfg(not(rivals_page))]
mod league;
mod playable;
mod table;

#[cfg(not(rivals_page))]
use std::sync::Arc;

use rivals_core::contest::Present;
use rivals_core::personalities::Roster;
use rivals_core::play::observed::Observed;
use rivals_core::play::record::Header;
use rivals_core::text::nearest::did_you_mean;
#[cfg(not(rivals_page))]
use rivals_core::untyped::{Untyped, UntypedGame};
use rivals_dragon_slayer::DragonSlayer;
use rivals_games::battletech::BattleTech;
use rivals_games::parchis::Parchis;
use rivals_games::pig::Pig;
use rivals_games::tic_tac_toe_sp::TicTacToe;
use rivals_games::tute::Tute;
use rivals_league::config::{Error, Source, built};
use rivals_league::personality_files;
use rivals_league::standings::claims::Claims;
use rivals_league::tournament::GameInfo;

#[cfg(not(rivals_page))]
pub use league::{League, Standings, Tournament};
pub use playable::{Loaded, Playable};
pub use table::Table;

/// The names and texts of players made of sentences in the folder of a game's configuration.
macro_rules! players {
    ($game:literal: $($name:literal)*) => {
        &[$((
            $name,
            include_str!(concat!("../../configs/", $game, "/players/", $name, ".toml")),
        )),*]
    };
}

/// All games. The first is the default game.
static CATALOGUE: &[GameEntry] = &[
    GameEntry::of::<DragonSlayer>("Dragon Slayer", include_str!("../../configs/tournament.toml"))
        .with_rule_file("dragon_slayer.toml", include_str!("../../configs/dragon_slayer.toml"))
        .with_claims(include_str!("../../configs/claims.toml")),
    GameEntry::of::<Pig>("Pig", include_str!("../../configs/pig/tournament.toml")),
    GameEntry::of::<Parchis>("Parchis", include_str!("../../configs/parchis/tournament.toml"))
        .with_claims(include_str!("../../configs/parchis/claims.toml")),
    GameEntry::of::<TicTacToe>(
        "Tic Tac Toe SP",
        include_str!("../../configs/tic_tac_toe_sp/tournament.toml"),
    )
    .with_claims(include_str!("../../configs/tic_tac_toe_sp/claims.toml"))
    .with_players(players!("tic_tac_toe_sp": "priority")),
    GameEntry::of::<Tute>("Tute Cabrero", include_str!("../../configs/tute/tournament.toml"))
        .with_claims(include_str!("../../configs/tute/claims.toml"))
        .with_players(players!("tute": "novice" "medium" "expert")),
    GameEntry::of::<BattleTech>(
        "BattleTech",
        include_str!("../../configs/battletech/tournament.toml"),
    )
    .with_claims(include_str!("../../configs/battletech/claims.toml"))
    .with_players(players!("battletech": "seed")),
];

/// The games, each with its name, its agents and its rules.
#[must_use]
pub fn catalogue() -> &'static [GameEntry] {
    CATALOGUE
}

/// The game with this name.
///
/// # Errors
/// A message that suggests the nearest name and lists all games.
pub(crate) fn find(name: &str) -> Result<&'static GameEntry, String> {
    let found = CATALOGUE.iter().find(|game| game.info.name == name);
    found.ok_or_else(|| {
        let names: Vec<_> = CATALOGUE.iter().map(|game| game.info.name).collect();
        let near = did_you_mean(name, names.iter().copied());
        format!("{near}the games are {}", names.join(", "))
    })
}

/// The game with this name, by its built-in rules.
///
/// # Errors
/// [`Error`], which suggests the nearest name and lists all games.
pub fn load(name: &str) -> Result<Loaded, Error> {
    let found =
        find(name).map_err(|help| Error::refused(format!("no game is called {name}"), help));
    found?.load(None)
}

/// A game of the catalogue.
#[derive(Debug)]
pub struct GameEntry {
    info: GameInfo,
    rule_text: Option<&'static str>,
    claims: Option<&'static str>,
    title: &'static str,
    load: fn(Option<&Source>) -> Result<Loaded, Error>,
    of_record: fn(&Header) -> Result<Loaded, Error>,
    #[cfg(not(rivals_page))]
    untyped: UntypedBy,
}

/// Makes a game by rules, or by the built-in ones for `None`.
#[cfg(not(rivals_page))]
type UntypedBy = fn(Option<&Source>) -> Result<Arc<dyn UntypedGame>, Error>;

/// The game by these rules, or by the built-in ones for `None`, with these personalities, or with
/// the built-in ones.
fn game<G: Present>(rules: Option<&Source>, personalities: Option<Roster>) -> Result<G, Error> {
    let game = if cfg!(rivals_page) {
        // Reading rules takes a tenth of the page, and nobody can choose others there.
        if rules.is_some() {
            let help = "open it with rivals serve";
            return Err(Error::refused("this page has the built-in rules alone", help));
        }
        G::new(G::Rules::default())?
    } else {
        built(rules, G::new)?
    };
    if G::PERSONALITIES {
        let built_in = || personality_files::built_in(G::KINDS);
        return Ok(game.with_personalities(personalities.unwrap_or_else(built_in)));
    }
    match personalities {
        Some(_) if G::CONDUCT.is_none() => {
            let message = format!("personalities do not play {}", G::NAME);
            Err(Error::refused(message, "use the program that wrote the record"))
        }
        // A session takes them from its record.
        _ => Ok(game),
    }
}

/// The game by the rules of a record, with the personalities that it keeps.
///
/// # Errors
/// [`Error`], at the first rule or figure that is wrong.
pub(crate) fn game_of<G: Present>(header: &Header) -> Result<G, Error> {
    let file = header.rule_file.as_ref();
    let file = file.map(|text| Source::new("the rules of the game", text));
    let kept = (!header.personalities.is_empty())
        .then(|| personality_files::kept(&header.personalities, G::KINDS));
    game(file.as_ref(), kept.transpose()?)
}

impl GameEntry {
    const fn of<G: Present + Observed>(title: &'static str, tournament: &'static str) -> Self {
        Self {
            title,
            info: GameInfo::of::<G>(tournament),
            rule_text: None,
            claims: None,
            load: |rules| Ok(Loaded::new(game::<G>(rules, None)?)),
            of_record: |header| Ok(Loaded::new(game_of::<G>(header)?)),
            #[cfg(not(rivals_page))]
            untyped: |rules| Ok(Arc::new(Untyped(Arc::new(game::<G>(rules, None)?)))),
        }
    }

    const fn with_rule_file(mut self, name: &'static str, text: &'static str) -> Self {
        self.info.rule_file = Some(name);
        self.rule_text = Some(text);
        self
    }

    /// A page plays no tournaments, and has no room for claims.
    const fn with_claims(mut self, text: &'static str) -> Self {
        self.claims = if cfg!(rivals_page) { None } else { Some(text) };
        self
    }

    const fn with_players(mut self, players: &'static [(&'static str, &'static str)]) -> Self {
        self.info.players = players;
        self
    }

    /// The name of the game for readers.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// The facts about the game: its name, seats, agents and built-in tournament.
    #[must_use]
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// The text of the built-in rule file, for a game that has one.
    #[must_use]
    pub fn rule_text(&self) -> Option<&'static str> {
        self.rule_text
    }

    /// The built-in claims about its players.
    ///
    /// # Errors
    /// [`Error`] of a claim that cannot be read.
    pub fn built_in_claims(&self) -> Result<Claims, Error> {
        let name = self.info.name;
        let source =
            |text: &&'static str| Source::new(format!("built-in claims about {name}"), *text);
        let source = self.claims.as_ref().map(source);
        source.map_or_else(|| Ok(Claims::none(name)), |source| Claims::read(&source))
    }

    /// The game by these rules, or by the built-in ones for `None`.
    ///
    /// # Errors
    /// [`Error`], at the first rule that is wrong.
    pub fn load(&self, rules: Option<&Source>) -> Result<Loaded, Error> {
        (self.load)(rules)
    }

    /// The game by these rules as positions without its type, and as an environment for programs that
    /// learn.
    ///
    /// # Errors
    /// [`Error`], at the first rule that is wrong.
    #[cfg(not(rivals_page))]
    pub fn untyped(&self, rules: Option<&Source>) -> Result<Arc<dyn UntypedGame>, Error> {
        (self.untyped)(rules)
    }

    /// The game by the rules of a record, with the personalities that it keeps.
    ///
    /// # Errors
    /// [`Error`], at the first rule or figure that is wrong.
    pub fn of_record(&self, header: &Header) -> Result<Loaded, Error> {
        (self.of_record)(header)
    }
}

#[cfg(all(test, feature = "program"))]
mod tests {
    use super::*;
    use rivals_league::player_files;
    use rivals_league::tournament::config::TournamentConfig;

    #[test]
    fn games_are_found_by_name() {
        for game in catalogue() {
            assert_eq!(find(game.info.name).unwrap().info.name, game.info.name);
        }
        assert_eq!(
            find("dragonslayer").unwrap_err().split('?').next(),
            Some("did you mean dragon-slayer")
        );
        let names: Vec<_> = catalogue().iter().map(|game| game.info.name).collect();
        assert_eq!(find("chess").unwrap_err(), format!("the games are {}", names.join(", ")));
    }

    #[test]
    fn what_is_built_in_is_well_formed() {
        for game in catalogue() {
            let config = TournamentConfig::built_in(&game.info);
            let roster = TournamentConfig::built_in_roster(&game.info);
            assert_eq!(roster.members, config.roster.members);
            let loaded = game.load(None).unwrap();
            let contest = loaded.contest(&config.roster, &|_, _| {}).unwrap();
            assert_eq!(contest.roster().len(), config.roster.members.len());
            let own = game.load(config.rules.as_ref()).unwrap();
            assert_eq!(loaded.rules_text(), own.rules_text());
            for (name, _) in game.info.players {
                let player = player_files::read(&game.info, &format!("players/{name}"), None);
                player.unwrap().unwrap();
            }
        }
    }
}
