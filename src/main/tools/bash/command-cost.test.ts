import { posix } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { judge } from '../permission/judge.ts'
import { commandActs } from './commands/command-acts.ts'
import { createShellGrammar } from './commands/shell-grammar.ts'

const loadGrammar = createShellGrammar()
beforeAll(async () => void (await loadGrammar()))

const flavour = { path: posix, home: '/home/ada' }
const RULES = Array.from({ length: 50 }, (_, index) => ({
  tool: index % 2 === 0 ? 'bash' : 'read',
  pattern: index % 2 === 0 ? `*curl*|*sh${index}*` : `**/a/**/secret${index}/**`,
  action: 'deny' as const,
}))

async function verdictOn(command: string): Promise<string> {
  const acts = await commandActs(command, '/nonexistent/project', flavour, loadGrammar)
  return judge({ tool: 'bash', mode: 'ask', rules: [RULES], grants: [], acts, home: '/home/ada' }).verdict
}

describe('the cost of a verdict', () => {
  it.each([
    ['finds in finds', `find . ${'-exec find . '.repeat(2_000)}-exec ls {}`],
    ['sums in sums', `echo ${'$(('.repeat(20_000)}1${'))'.repeat(20_000)}`],
    ['commands in commands', `echo ${'$('.repeat(30_000)}ls${')'.repeat(30_000)}`],
    ['open commands', '$('.repeat(50_000)],
    ['wrappers', `${'nohup '.repeat(16_000)}ls`],
    ['words', `env ${'a '.repeat(48_000)}`],
    ['braces', `echo ${'{ '.repeat(48_000)}`],
    ['marks in words', `cat ${Array.from({ length: 25 }, () => '=a/'.repeat(1_300)).join(' ')}`],
    ['marks', `cat ${'='.repeat(99_000)}`],
    ['file patterns', `cat ${'*a'.repeat(2_000)} ${'src/*/?/[ab] '.repeat(5_000)}`],
    ['commands with patterns', 'cat *a*b*c*d*e/f*g*\n'.repeat(5_000)],
    ['variables', `${Array.from({ length: 3_000 }, (_, at) => `a${at}=b;`).join('')}echo x > $a1`],
    ['variables in themselves', `x=${'$x'.repeat(200)};${'echo > $x;'.repeat(1_500)}`],
    ['letters of an option', `npm -${'g'.repeat(90_000)}1 install`],
    ['letters of an option of tests', `vitest -${'u'.repeat(90_000)}1`],
    ['versions', `${'@'.repeat(90_000)}/`],
    ['many folders', 'cd a; ls b c d e f g h\n'.repeat(4_000)],
  ])('is small for %s, and it asks', async (_, command) => {
    const began = performance.now()
    expect(await verdictOn(command.slice(0, 100_000))).toMatch(/^(ask|deny)$/)
    expect(performance.now() - began).toBeLessThan(8_000)
  })

  it('ends when it is stopped', async () => {
    const stop = new AbortController()
    const acts = commandActs('ls a\n'.repeat(400), '/nonexistent/p', flavour, loadGrammar, stop.signal)
    stop.abort(new Error('Stopped by the test.'))
    await expect(acts).rejects.toThrow('Stopped by the test.')
  })
})
