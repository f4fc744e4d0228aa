import type { Catalogue } from '../message.ts'

/** Background programs. */
export const jobs = {
  'jobs.list': 'Background programs',
  'jobs.running': 'running {time}',
  'jobs.exited': 'ended',
  'jobs.exitedWith': 'exit {code}',
  'jobs.stopped': 'stopped',
  'jobs.closed': 'stopped when the app closed',
  'jobs.stop': 'Stop job',
  'jobs.stopOf': 'Stop job {command}',
  'jobs.open': 'Open in browser',
  'jobs.openOf': 'Open {address} in browser',
  'jobs.hiddenPort': 'port {port} is in the sandbox',
  'jobs.hiddenPortHint':
    'Programs outside the sandbox cannot reach this port. Run the command without the sandbox to open it in a browser.',
  'jobs.openHiddenOf': 'Open port {port} of the sandbox in browser',
  'jobs.openHiddenHint':
    'Opens port {port} of the sandbox to programs of this computer, until you close it or the program ends.',
  'jobs.closePort': 'Close port',
  'jobs.closePortOf': 'Close port {port} of the sandbox',
  'jobs.output': 'Output',
  'jobs.outputOf': 'Output of {command}',
  'jobs.refresh': 'Refresh',
  'jobs.noOutput': 'No output yet.',
  'jobs.noOutputKept': 'It printed nothing.',
  'jobs.loading': 'Loading output…',
  'jobs.failed': 'The output could not be loaded: {reason}',
  'jobs.count': { one: '{count} job', other: '{count} jobs' },
} as const satisfies Catalogue
