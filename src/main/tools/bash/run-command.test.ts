import { expect, it } from 'vitest'
import type { SandboxReceipt } from '#shared/sandbox/sandbox.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import type { EnterSandbox } from './sandboxed.ts'

const receipt: SandboxReceipt = {
  rules: {
    kind: 'bubblewrap',
    writes: [],
    hides: [],
    hosts: [],
    network: 'ask',
    memoryMb: null,
    processes: null,
  },
  reached: [],
  blocked: [],
  outside: false,
}

/** A sandbox that cannot start so many times and then runs the command as it is. */
const startsAfter = (failures: number, complaint: (attempt: number) => string = () => 'gone') => {
  let entered = 0
  const enterSandbox: EnterSandbox = async (_context, { start, environment }) => {
    entered++
    const begun = entered > failures
    return {
      how: 'inside',
      dial: null,
      environment,
      rules: receipt.rules,
      start: begun
        ? start
        : {
            file: '/bin/sh',
            args: ['-c', `echo "bwrap: ${complaint(entered)}"; exit 1`],
            verbatim: false,
            contained: true,
          },
      leave: async () => ({ receipt, proposed: [], begun }),
    }
  }
  return { enterSandbox, entered: () => entered }
}

it.skipIf(process.platform === 'win32')(
  'prepares a command again that the sandbox could not start',
  async () => {
    const sandbox = startsAfter(2)
    const { run } = await openToolProject({}, sandbox)
    const { text, isError } = await run('bash', { command: 'echo ran' })
    expect([text, isError, sandbox.entered()]).toEqual(['ran', false, 3])
  },
)

it.skipIf(process.platform === 'win32')(
  'prepares a command again as often as another place vanishes',
  async () => {
    const sandbox = startsAfter(9, (attempt) => `no socket ${attempt}`)
    const { run, said } = await openToolProject({}, sandbox)
    const { text } = await run('bash', { command: 'echo ran' })
    expect([text, sandbox.entered(), said.join('')]).toEqual(['ran', 10, 'ran\n'])
  },
)

it.skipIf(process.platform === 'win32')(
  'shows a line that the shell cannot read as it was written',
  async () => {
    const { run } = await openToolProject({})
    const { text } = await run('bash', { command: 'echo "a;`ls`" )' })
    expect(text).toContain('`echo "a;`ls`" )\'')
    expect(text).not.toContain('ulimit')
  },
)

it.skipIf(process.platform === 'win32')(
  'fails with the words of the sandbox where it never starts',
  async () => {
    const sandbox = startsAfter(100)
    const { run, said } = await openToolProject({}, sandbox)
    const { text, isError } = await run('bash', { command: 'echo ran' })
    expect([text, isError, said.join('')]).toEqual(['bwrap: gone\n(exit code 1)', true, 'bwrap: gone\n'])
  },
)

it.skipIf(process.platform === 'win32')(
  'does not run where the sandbox is required and the person says no',
  async () => {
    const { run } = await openToolProject(
      {},
      {
        enterSandbox: async () => ({ how: 'required', reason: 'There is no sandbox here.' }),
        approveOutside: async () => ({ how: 'denied', reason: 'no' }),
      },
    )
    const { text, isError } = await run('bash', { command: 'echo ran' })
    expect([text.includes('There is no sandbox here.'), text.includes('\nran'), isError]).toEqual([
      true,
      false,
      true,
    ])
  },
)
