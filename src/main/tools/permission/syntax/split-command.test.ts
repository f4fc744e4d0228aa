import { describe, expect, it } from 'vitest'
import { createShellGrammar } from '../../bash/commands/shell-grammar.ts'
import { matchesCommand } from '../match.ts'
import { splitCommand as split } from './split-command.ts'

const parse = await createShellGrammar()()
const splitCommand = (script: string) => split(script, parse)

const texts = (script: string) => splitCommand(script).commands.map((command) => command.text)
const isSure = (script: string) => splitCommand(script).commands.every((command) => command.unsure === null)
const finds = (script: string, pattern: string) =>
  splitCommand(script).commands.some((command) =>
    [command.text, ...command.alsoMatches].some((form) => matchesCommand(pattern, form, 'any')),
  )

describe('taking a script apart', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['   # only a comment', []],
    ['ls', ['ls']],
    ['ls -la  src', ['ls -la src']],
    ['a; b', ['a', 'b']],
    ['a && b || c', ['a', 'b', 'c']],
    ['a | b |& c', ['a', 'b', 'c']],
    ['a & b &', ['a', 'b']],
    ['a\nb', ['a', 'b']],
    ['a \\\n b', ['a b']],
    ['(a; b)', ['a', 'b']],
    ['{ a; b; }', ['a', 'b']],
    ['! a', ['a']],
    ['cd x && rm -rf y', ['rm -rf y']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done', ['a', 'b']],
    ['for f in 1 2; do b; done', ['b']],
    ['a # b; c', ['a']],
    ['a#b', ['a#b']],
    ["echo 'a; b'", ["echo 'a; b'"]],
    ['echo "a && b"', ["echo 'a && b'"]],
    ['echo a\\;b', ["echo 'a;b'"]],
    ['\'r\'m "-r"f x', ['rm -rf x']],
    ['r\\m x', ['rm x']],
    ["echo ''", ["echo ''"]],
    ["echo 'it'\\''s'", ["echo 'it'\\''s'"]],
    ['sudo rm x', ['sudo rm x']],
    ['nohup pnpm test &', ['pnpm test']],
    ['timeout 5 pnpm test', ['pnpm test']],
    ['timeout -k 3 --signal KILL 5s pnpm test', ['pnpm test']],
    ['env CI=1 pnpm test', ['pnpm test']],
    ['CI=1 NODE_ENV=test pnpm test', ['pnpm test']],
    ['LD_PRELOAD=./x ls', ['LD_PRELOAD=./x ls']],
    ['env PATH=. ls', ['PATH=. ls']],
    ['A=b', ['A=b']],
    ['nice -n 5 time -p make all', ['make all']],
    ['command ls', ['ls']],
    ['command -v node', ['command -v node']],
    ['bash -c "a; b"', ['a', 'b']],
    ["bash -lc 'cd x && a'", ['a']],
    ['bash script.sh', ['bash script.sh']],
    ["sudo sh -c 'rm x'", ["sudo sh -c 'rm x'", 'rm x']],
    ['cat <<EOF\nrm -rf x; $y\nEOF\nls', ['cat', 'ls']],
    ['cat > out.txt < in.txt 2>&1', ['cat']],
    ['echo hi 2>/dev/null', ['echo hi']],
    ['echo 2 > x', ['echo 2']],
    ['[ -f x ] && a', ['[ -f x ]', 'a']],
    ['git commit -m "fix: a b"', ["git commit -m 'fix: a b'"]],
    ['ls 中文/文件', ['ls 中文/文件']],
  ])('%j is made of %j', (script, commands) => {
    expect(texts(script)).toEqual(commands)
  })

  it.each([
    'ls -la',
    'a && b',
    'echo $?',
    'npm test; echo "exit: $?"',
    'exit $?',
    '[ $? -eq 0 ]',
    "echo '$x'",
    'echo "a b"',
    'timeout 5 ls',
    'ls src/*.ts',
    'cat <<"E"\n$x\nE',
    '[ -f a ]',
  ])('is sure about %j', (script) => {
    expect(isSure(script)).toBe(true)
  })

  it.each([
    'echo "unfinished',
    "echo 'unfinished",
    'echo $(ls',
    'echo `ls',
    `echo \${x`,
    'ls \\',
    '$cmd x',
    'cat link$?',
    'cat "link$?"',
    'pa > f$?',
    'pa 2> f"$?"',
    'pa < f$?',
    'X=1 echo $?',
    'pa$? x',
    'echo "\\\\$x"',
    'echo $x',
    'echo "$x"',
    'echo $(date)',
    'echo `date`',
    `echo \${x}`,
    'echo $((1+x))',
    'eval ls',
    'xargs rm',
    'bash',
    'echo ls | sh',
    'bash -s',
    'bash <<E\nls\nE',
    'bash <<< ls',
    '{rm,-rf,x}',
    'git {push,-f}',
    'git pus[h]',
    '/bin/r? x',
    "$'\\x72m' x",
    'f() { ls; }; f',
    'function f { ls; }',
    'case x in a) ls;; esac',
    'alias x=ls',
    'trap "ls" EXIT',
    'cd $d && ls',
    'a=(b c)',
    'env -S "ls x"',
    'timeout --odd 3 5 ls',
    'coproc ls',
    'time ! ls',
    'time -p ! ls',
    'time coproc ls',
  ])('is not sure about %j', (script) => {
    expect(isSure(script)).toBe(false)
  })

  it.each([
    'rm x',
    '/bin/rm x',
    '../bin/rm x',
    'RM x',
    'sudo rm x',
    'sudo -u bob -E rm x',
    'sudo --odd bob rm x',
    'doas rm x',
    'env -i A=b rm x',
    'A=b rm x',
    'xargs -n 1 rm x',
    'find . -exec rm x {} \\;',
    'find . -exec sh -c "rm x" \\;',
    'echo $(rm x)',
    'echo "$(rm x)"',
    'echo `rm x`',
    `echo "\${a:-$(rm x)}"`,
    'echo $(( $(rm x) ))',
    'cat <(rm x)',
    'tee >(rm x)',
    'bash -c "bash -c \'rm x\'"',
    'eval "rm x"',
    'trap "rm x" EXIT',
    'bash <<< "rm x"',
    'bash <<E\nrm x\nE',
    'cat <<E | sh\nrm x\nE',
    'cat <<E\n$(rm x)\nE',
    'f() { rm x; }; f',
    'function f { rm x; }',
    'function f() { rm x; }',
    'coproc N { rm x; }',
    'case a in a) rm x;; esac',
    'for f in a; do rm x; done',
    'for f in $(rm x); do :; done',
    'time { rm x; }',
    'time (rm x)',
    '"rm x',
    '"/bin/rm x',
    'echo "a" ; rm x; echo "',
    'a=$(rm x)',
    'A=b nohup nice -n 3 timeout -s KILL 5 sudo rm x',
    'echo > $(rm x)',
    'r\\\nm x',
    '! rm x',
    'echo $((1 + 2)); rm x',
    '[[ a && b ]] && rm x',
    '((i++)); rm x',
    'exec rm x',
    'busybox rm x',
    'if rm x; then :; fi',
    '>out rm x',
    '2>&1 rm x',
    "$'rm' x",
    '$"rm" x',
    'echo # c\nrm x',
    'echo a;rm x',
    '(rm x)',
    'echo "\\"; rm y" && rm x',
    'while read l; do rm x; done < list',
  ])('finds the refused command in %j', (script) => {
    expect(finds(script, 'rm *')).toBe(true)
  })

  it.each([
    "echo 'rm x'",
    'git rm x',
    'npm run rm',
    'echo rm x',
    'rmdir x',
    'cat <<"E"\n$(rm x)\nE',
    'ls # rm x',
    'grep "rm x" file',
    'echo \\$\\(rm x\\)',
  ])('does not take %j for it', (script) => {
    expect(finds(script, 'rm *')).toBe(false)
  })

  it('tells which files redirections touch, and from which folder', () => {
    const { files } = splitCommand('a > x && cd sub && b 2>> "y z" < in; c > w; d >&2 > /dev/null')
    expect(files.map(({ path, writes, ways }) => [path, writes, ways])).toEqual([
      ['x', true, [[]]],
      ['y z', true, [[], ['sub']]],
      ['in', false, [[], ['sub']]],
      ['w', true, [[], ['sub']]],
    ])
  })

  it('counts every folder of a script that is not plain for its redirections', () => {
    const { files } = splitCommand('cd sub && c &> w; d >&2 2>&- <&0 > "$x"')
    expect(files.map(({ path, ways }) => [path, ways])).toEqual([
      ['w', [[], ['sub']]],
      ['$x', [[], ['sub']]],
    ])
  })

  it('is unsure about a file whose name is computed', () => {
    expect(splitCommand('a > $x').files[0]?.unsure).toMatch(/variable/)
  })

  it('counts every folder of a loop for every command in it', () => {
    const { commands } = splitCommand('while a; do b; cd ..; done')
    expect(commands.map((command) => command.ways)).toEqual([
      [[], ['..']],
      [[], ['..']],
    ])
  })
})
