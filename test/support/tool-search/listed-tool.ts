import { fullToolName, modelToolName } from '../../../src/main/mcp/tool-names.ts'
import { outerSchema } from '../../../src/main/mcp/tool-schema.ts'
import type { Tool } from '../../../src/main/tools/tool.ts'
import type { ListedTool } from './many-tools.ts'

/** A tool of the fixture as a tool of agents. Its calls are refused. */
export function listedTool({ server, name, description, inputSchema }: ListedTool): Tool {
  return {
    name: modelToolName(fullToolName(server, name)),
    title: `${server}: ${name}`,
    description: `Tool "${name}" of the MCP server "${server}". The server says: ${description}`,
    schema: outerSchema(inputSchema),
    toldSchema: inputSchema,
    server: { name: server, tool: name, says: description },
    parallel: false,
    access: 'execute',
    open: () => ({ ok: false, problem: 'It is not called here.' }),
  }
}
