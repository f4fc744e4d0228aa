import type { Catalogue } from '../message.ts'

/** The model with which search and memory find what means the same. */
export const meaning = {
  'settings.meaning': 'Found by meaning',
  'settings.meaning.server': 'Embeddings server',
  'settings.meaning.nobody': 'Nobody: by words only',
  'settings.meaning.servers': 'Servers of your models',
  'settings.meaning.off': 'Memories and pages are found by their words. Nothing is sent anywhere',
  'settings.meaning.sent':
    'The words of all memories and pages, each question, and what is searched for among them are sent to {host}. Secrets are taken out first',
  'settings.meaning.model': 'Embeddings model',
  'settings.meaning.modelExample': 'nomic-embed-text',
  'settings.meaning.modelHint': 'As its server calls it. Another model embeds everything anew',
  'settings.meaning.use': 'Use',
  'settings.meaning.progress': 'Embedded',
  'settings.meaning.progressHint': 'Goes on while no chat is at work; what is done stays done',
  'settings.meaning.stop': 'Stop',
  'settings.meaning.goOn': 'Go on',
  'settings.meaning.noServer': 'This server is not set up any more. Words alone are compared.',
  'settings.meaning.failed': '{why} Words alone are compared until it goes on.',
  'settings.meaning.state.off': 'Not begun',
  'settings.meaning.state.working': '{done} of {total} texts',
  'settings.meaning.state.done': 'All {total} texts',
  'settings.meaning.state.stopped': 'Stopped at {done} of {total} texts',
  'settings.meaning.state.failed': 'Failed at {done} of {total} texts',
  'settings.meaning.state.unable': 'This machine cannot compare vectors, so words alone are compared.',
} as const satisfies Catalogue
