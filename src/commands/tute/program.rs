//! The commands of Tute Cabrero.

use crate::commands::GameCommands;
use crate::document::Document;
use crate::games::tute::Tute;
use crate::play::Game;
use crate::report::tournament;

pub(in crate::commands) const COMMANDS: GameCommands = GameCommands {
    name: Tute::NAME,
    notation: "Tute: a position is {\"trump\":\"O\",\"muestra\":\"2O\",\"dealer\":3,\"leader\":1,\"trick\":[\"RC\"],\n\
         \"hands\":{\"1\":[\"AO\",\"3C\"],...},\"played\":[[1,\"AB\"],...],\"scores\":[60,30,10],\"tricks\":[7,2,1],\n\
         \"declared\":[[\"C\"],[],[]],\"voids\":{\"2\":[\"C\"]},\"may_declare\":null,\"porotos\":[0,1,2]}. An action is\n\
         a card, \"declare:40\", \"declare:20:C\", \"declare:tute\", \"pass\" or \"exchange\"; an event is a\n\
         card that is dealt.\n\
         Its own questions are log {agents, position?, seed?}: the log of a game that these agents play,\n\
         one object for each event; and open_hand {position}: the line of play with open cards.",
    levels: &[("novice", "novato"), ("medium", "medio"), ("expert", "experto")],
    report: |_, played| {
        let sections = tournament::sections(played);
        Ok(Document::new("Rivals: a tournament of Tute Cabrero", &LEAD, sections))
    },
    studies: Some("../studies/report"),
    ..GameCommands::NONE
};

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows the results of a tournament of Tute Cabrero, a card game for three players \
     with hidden hands, in which the player in the middle loses. Figures are counts over games; \
     their intervals are 95 % confidence intervals over deals.",
    "Novice, medium and expert are the players of a paper of 2012, which decide at every card \
     whether to go for the most points (más) or for the fewest (menos). The others are baselines, \
     and the same players with a better comparison of the scores, and one that also looks at who gets \
     its points.",
];
