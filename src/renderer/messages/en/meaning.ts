import type { Catalogue } from '../message.ts'

/** The model with which search and memory find what means the same. */
export const meaning = {
  'settings.meaning': 'Semantic search',
  'settings.meaning.server': 'Embeddings server',
  'settings.meaning.nobody': 'Off (keyword search only)',
  'settings.meaning.servers': 'Servers of your models',
  'settings.meaning.off': 'Memories and pages are found by keywords. Nothing is sent anywhere',
  'settings.meaning.sent':
    'Memories, pages, questions and searches among them are sent to {host}. Secrets are removed first',
  'settings.meaning.model': 'Embeddings model',
  'settings.meaning.modelExample': 'nomic-embed-text',
  'settings.meaning.modelHint': 'The name its server uses. Another model embeds everything again',
  'settings.meaning.use': 'Use',
  'settings.meaning.progress': 'Embedded',
  'settings.meaning.progressHint': 'Continues while no chat is running; finished work is kept',
  'settings.meaning.stop': 'Stop',
  'settings.meaning.goOn': 'Resume',
  'settings.meaning.noServer': 'This server is no longer set up. Only keywords are compared.',
  'settings.meaning.failed': '{why} Only keywords are compared until it resumes.',
  'settings.meaning.state.off': 'Not started',
  'settings.meaning.state.working': '{done} of {total} texts',
  'settings.meaning.state.done': 'All {total} texts',
  'settings.meaning.state.stopped': 'Stopped at {done} of {total} texts',
  'settings.meaning.state.failed': 'Failed at {done} of {total} texts',
  'settings.meaning.state.unable': 'This machine cannot compare vectors, so only keywords are compared.',
} as const satisfies Catalogue
