import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseCommands } from './parse-commands.ts'

it.each([
  ['list', { verb: 'list', path: '.' }],
  ['List the files', { verb: 'list', path: '.' }],
  ['list files in src/main', { verb: 'list', path: 'src/main' }],
  ['please list src', { verb: 'list', path: 'src' }],
  ['read README.md', { verb: 'read', path: 'README.md' }],
  ['Read README.md.', { verb: 'read', path: 'README.md' }],
  ['read ..', { verb: 'read', path: '..' }],
  ['read "my notes/to do.txt"', { verb: 'read', path: 'my notes/to do.txt' }],
  ['read my notes/to do.txt', { verb: 'read', path: 'my notes/to do.txt' }],
  ['read C:\\Users\\me\\a.txt', { verb: 'read', path: 'C:\\Users\\me\\a.txt' }],
  ['search for TODO', { verb: 'search', text: 'TODO', path: '.' }],
  ['search for TODO in src', { verb: 'search', text: 'TODO', path: 'src' }],
  ['search for "sign in" in src/app', { verb: 'search', text: 'sign in', path: 'src/app' }],
  ['create notes.txt with hello there', { verb: 'create', path: 'notes.txt', content: 'hello there' }],
  ['create a.txt with "one\\ntwo"', { verb: 'create', path: 'a.txt', content: 'one\ntwo' }],
  [
    'create a.ts with\n```ts\nconst a = 1\n\nrun me\n```',
    { verb: 'create', path: 'a.ts', content: 'const a = 1\n\nrun me\n' },
  ],
  ['create the file a.ts:\n```\nx\n```', { verb: 'create', path: 'a.ts', content: 'x\n' }],
  ['replace foo with bar in src/a.ts', { verb: 'replace', from: 'foo', to: 'bar', path: 'src/a.ts' }],
  [
    'replace "a in b" with "c with d" in "x y.ts"',
    { verb: 'replace', from: 'a in b', to: 'c with d', path: 'x y.ts' },
  ],
  ['replace old with in in a.ts', { verb: 'replace', from: 'old', to: 'in', path: 'a.ts' }],
  ['replace "x" with "" in a.ts', { verb: 'replace', from: 'x', to: '', path: 'a.ts' }],
  ['run npm test', { verb: 'run', command: 'npm test' }],
  ['run echo "a then read b"', { verb: 'run', command: 'echo "a then read b"' }],
  ['run `git status`', { verb: 'run', command: 'git status' }],
  ['ask Which colour, then read it?', { verb: 'ask', question: 'Which colour, then read it?' }],
  ['plan look; fix; test', { verb: 'plan', goal: 'look; fix; test', steps: ['look', 'fix', 'test'] }],
  ['say hello', { verb: 'say', text: 'hello' }],
  ['stream 200 words', { verb: 'stream', words: 200 }],
  ['count to 10', { verb: 'count', to: 10 }],
  ['列出', { verb: 'list', path: '.' }],
  ['请列出 src', { verb: 'list', path: 'src' }],
  ['读 说明.md', { verb: 'read', path: '说明.md' }],
  ['读取文件 说明.md。', { verb: 'read', path: '说明.md' }],
  ['搜索 “登录” 在 src 中', { verb: 'search', text: '登录', path: 'src' }],
  ['在 src 中搜索 登录', { verb: 'search', text: '登录', path: 'src' }],
  ['搜索 TODO', { verb: 'search', text: 'TODO', path: '.' }],
  ['创建 笔记.txt 内容为 你好', { verb: 'create', path: '笔记.txt', content: '你好' }],
  ['创建 a.txt，内容：你好', { verb: 'create', path: 'a.txt', content: '你好' }],
  ['创建 a.txt\n```\n你好\n```', { verb: 'create', path: 'a.txt', content: '你好\n' }],
  ['替换 foo 为 bar 在 a.ts', { verb: 'replace', from: 'foo', to: 'bar', path: 'a.ts' }],
  ['在 a.ts 中把 foo 替换为 bar', { verb: 'replace', from: 'foo', to: 'bar', path: 'a.ts' }],
  ['运行 npm test', { verb: 'run', command: 'npm test' }],
  ['提问：用哪种颜色？', { verb: 'ask', question: '用哪种颜色？' }],
  ['计划 看；改；测', { verb: 'plan', goal: '看; 改; 测', steps: ['看', '改', '测'] }],
  ['数到 5', { verb: 'count', to: 5 }],
  ['输出 30 个词', { verb: 'stream', words: 30 }],
])('reads %j', (text, command) => {
  expect(parseCommands(text)).toEqual([command])
})

it('reads several commands, on lines and joined with "then"', () => {
  const text =
    'First list src then read a.ts, then search for "x then run y"\n- run npm test\n2. read b.ts\n列出 src，然后读 a.ts'
  expect(parseCommands(text).map(({ verb }) => verb)).toEqual([
    'list',
    'read',
    'search',
    'run',
    'read',
    'list',
    'read',
  ])
})

it('reads only the practice block of a prompt that has one', () => {
  const text =
    'Read every file and list the risks.\n```practice\nread a.ts\ncreate b.ts with\n  hello\n```\nrun nothing'
  expect(parseCommands(text)).toEqual([{ verb: 'read', path: 'a.ts' }])
})

it('takes Windows line ends and a fence that was never closed', () => {
  expect(parseCommands('read a.ts\r\ncreate b.ts with\r\n```\r\nx\r\ny')).toEqual([
    { verb: 'read', path: 'a.ts' },
    { verb: 'create', path: 'b.ts', content: 'x\ny\n' },
  ])
})

it.each(['hello', 'What can you do?', '你好', '', 'create a.txt', '```\nread a\n```', 'reading is fun'])(
  'finds no command in %j',
  (text) => {
    expect(parseCommands(text)).toEqual([])
  },
)

it('reads any text in a bounded time and never fails', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom('replace ', 'search for ', '```', '在 ', '"'),
      (text, start) => {
        expect(Array.isArray(parseCommands(start + text))).toBe(true)
      },
    ),
  )
  expect(parseCommands(`replace ${'a with '.repeat(500)}`)).toEqual([])
  expect(parseCommands(`replace ${'a with '.repeat(500_000)}`)).toEqual([])
})
