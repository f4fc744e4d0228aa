/** What a person reads where a model is told something in words that are for it alone. */
export const TOLD_SENTENCES = {
  'told.goal': 'Goal: planned and carried out without asking in between',
  'told.goOn': 'Goes on where the answer was broken off',
  'told.answer': 'Reminded to give its result in the form that was asked for',
  'told.digest':
    'No model could summarise what was said before. A short digest stands in its place: your words, the changed files and the open steps.',
  'told.scratch': 'Told of the folder that the agents of this chat share: {folder}',
  'told.skillsCame': 'Skills that can be loaded now, or have changed: {names}.',
  'told.skillsGone': 'Skills that are gone: {names}.',
} as const
