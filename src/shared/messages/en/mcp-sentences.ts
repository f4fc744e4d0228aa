/** Sentences of main about MCP servers. */
export const MCP_SENTENCES = {
  'mcp.gone': 'This server is not configured here any more.',
  'mcp.notAllowed': 'This server is switched off or not trusted, so it was not started.',
  'mcp.skillsChanged': 'The server has changed this skill since. Review it again.',
  'mcp.changed': 'The configuration of this server has changed since. Review it again.',
  'mcp.distrusted':
    'You do not trust this project, so none of its servers can start. Trust the project first.',
  'mcp.modelTooSlow': '{model} took more than five minutes to answer an MCP server.',
  'mcp.noTool': 'The server has no tool “{tool}” any more.',
  'mcp.needsSignIn': 'The server “{name}” needs you to sign in. Open Settings › MCP servers.',
  'mcp.noSignIn': 'This server needs no sign-in now.',
  'mcp.noBrowser': 'The browser could not be opened.',
  'mcp.emptyResource': 'The server returned nothing that can be attached.',
  'mcp.emptyPrompt': 'The server returned no prompt in a known form. Nothing was sent.',
  'mcp.promptNeeds': '/{name} needs: {names}. Write them as name=value. Nothing was sent.',
  'mcp.noJson': 'This text is no JSON.',
  'mcp.noServers': 'This text names no servers. It needs “mcpServers” with a name for each.',
  'mcp.wrongServer': 'The server “{name}” cannot be used: {problem}',
  'mcp.nameTaken': 'The server “{name}” is left out: a server of yours has this name.',
  'mcp.exists': 'There is already a server “{name}”. Choose another name.',
  'mcp.keptGone': 'A variable that was to stay as it is does not exist any more. Enter its value.',
  'mcp.bundleGone': 'This bundle is not open any more. Open the bundle again.',
  'mcp.bundleNeeds': 'Enter a value for “{title}”.',
  'mcp.badBundle': 'The bundle cannot be used. {problem}',
  'mcp.notYours':
    'Only your own servers can be changed here. Edit the file of the project, or remove the plugin that brings it.',
} as const
