import type { Catalogue } from '../message.ts'

/** Interactive views of MCP servers. */
export const mcpApps = {
  'mcpapp.title': 'View of {server}',
  'mcpapp.off': 'The view of {server} is off. Allow it under Settings, MCP servers.',
  'mcpapp.show': 'Show',
  'mcpapp.hide': 'Hide',
  'mcpapp.problem.silent': 'The view did not start. The text of the result is in the card.',
  'mcpapp.problem.flooded': 'The view sent too many messages and was closed.',
  'mcpapp.problem.failed': 'The view could not be opened. The text of the result is in the card.',
  'mcpapp.askLink': 'The view of {server} wants to open an address in the browser.',
  'mcpapp.askCall': 'The view of {server} wants to call {tool}.',
  'mcpapp.openLink': 'Open {host}',
  'mcpapp.allowCall': 'Allow once',
  'mcpapp.deny': 'Deny',
  'mcpapp.drafted': 'A view added text to the message box. Check it before you send.',
  'mcpapp.allow': 'Interactive views',
  'mcpapp.allowOf': 'Show interactive views of {name}',
  'mcpapp.allowHint': 'Shows pages of this server in chats, in a frame without network.',
} as const satisfies Catalogue
