// The command that the conformance suite starts for each scenario: hands the scenario to the test that runs it.
// The first argument is the address of the test; the suite appends the address of its server.
const [, , test = '', url = ''] = process.argv
const { MCP_CONFORMANCE_PROTOCOL_VERSION, MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT } = process.env
const response = await fetch(test, {
  method: 'POST',
  body: JSON.stringify({
    url,
    name: MCP_CONFORMANCE_SCENARIO,
    version: MCP_CONFORMANCE_PROTOCOL_VERSION,
    context: JSON.parse(MCP_CONFORMANCE_CONTEXT ?? '{}'),
  }),
})
process.stdout.write(await response.text())
process.exitCode = response.ok ? 0 : 1
