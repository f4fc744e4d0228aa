import type { Catalogue } from '../message.ts'

/** The report of a problem. */
export const report = {
  'report.title': 'Report a problem',
  'report.hint': 'Nothing is sent. Save the report or copy it, and pass it on yourself.',
  'report.line': 'Versions, health and recent errors as a text that you can read, edit and save',
  'report.open': 'Write a report…',
  'report.words': 'What happened',
  'report.wordsHint': 'What you did, what you expected, and what you saw instead',
  'report.parts': 'Included',
  'report.part.health': 'Health',
  'report.part.errors': 'Recent errors',
  'report.part.environment': 'Environment variables',
  'report.part.chat': 'Log of the open chat, without its words',
  'report.text': 'The whole report',
  'report.textHint': 'Known secrets are hidden, and your home folder is “~”. Read it before you pass it on.',
  'report.isEdited': 'You changed the text, so it is not updated.',
  'report.reading': 'Collecting…',
  'report.discard': 'Discard my changes',
  'report.copy': 'Copy',
  'report.copied': 'Copied',
  'report.save': 'Save…',
  'report.saved': 'Saved as {file}',
  'commands.report': 'Write a report of a problem; nothing is sent',
} as const satisfies Catalogue
