/** Labels for the person in place of texts that are worded for a model. */
export const ITEM_LABEL_SENTENCES = {
  'told.goal': 'Goal: planned and carried out without asking in between',
  'told.skill': 'The skill {name} was loaded',
  'told.command': 'The command /{name} was filled in',
  'told.goOn': 'Continues where the answer stopped',
  'told.answer': 'Reminded to give its result in the form that was asked for',
  'told.digest':
    'No model could summarise the earlier conversation. A short digest replaces it: your words, the changed files and the open steps.',
  'told.empty': 'The answer was empty. The model was asked to continue.',
  'told.emptyCut':
    'The answer reached its limit before anything arrived. The model was asked for smaller pieces.',
  'told.onlyThought': 'The model only thought and gave no answer. It was asked to continue.',
  'told.writtenCall':
    'A tool call came as text and could not be carried out. The model was asked to call the tool.',
  'told.repeated':
    'The same call was made three times with the same answer. The model was asked to try another way.',
  'told.lastStep': 'The turn limit of this run is reached. The model was asked for a summary.',
  'told.scratch': 'Shared folder of the agents in this chat: {folder}',
  'told.skillsCame': 'Skills that can be loaded now, or have changed: {names}.',
  'told.skillsGone': 'Skills that are gone: {names}.',
  'told.toolsCame': 'Tools that can be called now: {count}.',
  'told.toolsGone': 'Tools that are gone: {count}.',
} as const
