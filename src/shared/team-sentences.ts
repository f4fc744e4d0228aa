/** What teams say: to the person, and to those who work in them. */
export const TEAM_SENTENCES = {
  'team.gone': 'This team is not there any more.',
  'team.noCard': 'There is no card #{id} on this board.',
  'team.cardDone': 'Card #{id} is done.',
  'team.alreadyClaimed': 'Card #{id} is already claimed by {name}.',
  'team.notYours': 'Card #{id} is not, or no longer, yours: {name} has it.',
  'team.notBegun': 'Nobody works on card #{id}. Claim it first.',
  'team.blocked': 'Card #{id} waits for {cards}.',
  'team.circle': 'Cards would wait for themselves: {cards}. Nothing was changed.',
  'team.boardFull': 'A board holds at most {most} cards. Remove some that are done.',
  'team.textTooLong':
    'A message holds at most {most} of text. Put the rest into a file and say where it lies.',
  'team.mailboxFull': 'The mailbox of {name} is full of messages nobody has read. Nothing was sent.',
  'team.noMember': 'Nobody in this team is called {name}.',
  'team.noMemberOf': 'Nobody in this team is called {name}. There are: {names}.',
  'team.full': 'A team has at most {most} teammates, those who left included.',
  'team.oneAlready': 'This chat already leads the team “{name}”. Dissolve it first.',
  'team.atWork': 'The team stays, because these are still at work: {names}. Wait for them, or stop them.',
  'team.notAsked': 'Nobody has asked {name} to stop.',
  'team.costReached':
    'This team has cost {cost}, and pauses at {limit}. Raise or remove the line on its screen, then let it go on.',
  'team.tokensReached':
    'This team has used {tokens} tokens, and pauses at {limit}. Raise or remove the line on its screen, then let it go on.',
  'team.timeReached':
    'This team has worked {minutes} minutes, and pauses at {limit}. Raise or remove the line on its screen, then let it go on.',
  'team.costNear': 'This team has cost {cost}. You asked to be told at {line}.',
  'team.tokensNear': 'This team has used {tokens} tokens. You asked to be told at {line}.',
  'team.timeNear': 'This team has worked {minutes} minutes. You asked to be told at {line}.',
} as const
