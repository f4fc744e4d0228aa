import type { Catalogue } from '../message.ts'

/** Questions of git and ssh. */
export const gitQuestions = {
  'gitQuestion.title': 'Git has a question',
  'gitQuestion.about': 'git {act} in {folder}',
  'gitQuestion.said': 'The words of Git or of a program that it started',
  'gitQuestion.secret': 'Answer',
  'gitQuestion.name': 'User name',
  'gitQuestion.secretHint':
    'Orrery passes it on to this one Git command and does not store it. Your own credential helper may.',
  'gitQuestion.hostKey':
    'SSH does not know this server. Compare the fingerprint with the one that its operator publishes. If they differ, someone may be listening in.',
  'gitQuestion.fingerprint': 'Fingerprint',
  'gitQuestion.send': 'Send',
  'gitQuestion.trust': 'Trust and connect',
  'gitQuestion.yes': 'Yes',
  'gitQuestion.cancel': 'Stop Git',
  'gitQuestion.until': 'Git stops at {time} if you do not answer.',
} as const satisfies Catalogue
