import { describe, expect, it } from 'vitest'
import { hasCallMarks, textCallsIn } from './text-calls.ts'

const READ = { name: 'read', text: '{"path":"a.ts"}' }
const found = (text: string) => {
  const read = textCallsIn(text)
  return read === null
    ? null
    : { ...read, calls: read.calls.map(({ name, text: args }) => ({ name, args: JSON.parse(args) })) }
}

describe('calls at the end of a text', () => {
  it.each([
    ['Hermes and Qwen', '<tool_call>\n{"name": "read", "arguments": {"path": "a.ts"}}\n</tool_call>'],
    ['without the closing tag', '<tool_call>\n{"name": "read", "arguments": {"path": "a.ts"}}'],
    [
      'with arguments as text',
      '<tool_call>{"name":"read","arguments":"{\\"path\\":\\"a.ts\\"}"}</tool_call>',
    ],
    [
      'Qwen Coder',
      '<tool_call>\n<function=read>\n<parameter=path>\na.ts\n</parameter>\n</function>\n</tool_call>',
    ],
    [
      'Qwen Coder without its first tag',
      '<function=read>\n<parameter=path>\na.ts\n</parameter>\n</function>\n</tool_call>',
    ],
    ['Llama', '<function=read>{"path": "a.ts"}</function>'],
    ['GLM', '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>a.ts</arg_value>\n</tool_call>'],
    ['Mistral', '[TOOL_CALLS][{"name": "read", "arguments": {"path": "a.ts"}}]</s>'],
    ['Mistral, newer', '[TOOL_CALLS]read[ARGS]{"path": "a.ts"}'],
    [
      'Claude',
      '<function_calls>\n<invoke name="read">\n<parameter name="path">a.ts</parameter>\n</invoke>\n</function_calls>',
    ],
    [
      'MiniMax',
      '<minimax:tool_call>\n<invoke name="read">\n<parameter name="path">a.ts</parameter>\n</invoke>\n</minimax:tool_call>',
    ],
    [
      'gpt-oss',
      '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path": "a.ts"}<|call|>',
    ],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>read:0<|tool_call_argument_begin|>{"path": "a.ts"}<|tool_call_end|><|tool_calls_section_end|><|im_end|>',
    ],
    [
      'DeepSeek',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read<｜tool▁sep｜>{"path": "a.ts"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    ],
    [
      'DeepSeek, older',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n```json\n{"path": "a.ts"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ],
  ])('are found in the form of %s', (form, text) => {
    const name = form === 'gpt-oss' ? 'functions.read' : form === 'Kimi' ? 'read:0' : 'read'
    expect(found(`I look at it.\n\n${text}\n`)).toEqual({
      before: 'I look at it.',
      calls: [{ name, args: { path: 'a.ts' } }],
      isMarked: true,
    })
  })

  it.each([
    ['in a fence', '```json\n{"name": "read", "arguments": {"path": "a.ts"}}\n```'],
    ['in a fence without a language', '```\n{"tool": "read", "args": {"path": "a.ts"}}\n```'],
    ['bare', '{"name": "read", "parameters": {"path": "a.ts"}}'],
    [
      'as the protocol has it',
      '{"type":"function","function":{"name":"read","arguments":"{\\"path\\":\\"a.ts\\"}"}}',
    ],
    ['behind a mark of Llama', '<|python_tag|>{"name": "read", "parameters": {"path": "a.ts"}}<|eom_id|>'],
  ])('are found as JSON %s', (_how, text) => {
    expect(found(`I look.\n${text}`)).toEqual({
      before: 'I look.',
      calls: [{ name: 'read', args: { path: 'a.ts' } }],
      isMarked: false,
    })
  })

  it('may be several', () => {
    const tag = (path: string) => `<tool_call>{"name":"read","arguments":{"path":"${path}"}}</tool_call>`
    expect(found(`${tag('a')}\n${tag('b')}`)?.calls.map(({ args }) => args)).toEqual([
      { path: 'a' },
      { path: 'b' },
    ])
    expect(found('[{"name":"read","arguments":{}},{"name":"list","arguments":{}}]')?.calls).toHaveLength(2)
  })

  it('keep the lines and the tags inside of a value', () => {
    const content = 'a\n  <b>c</b>\n\n{"d": "</e>"}'
    const text = `<function=write><parameter=path>a.html</parameter><parameter=content>\n${content}\n</parameter></function>`
    expect(found(text)?.calls[0]?.args).toEqual({ path: 'a.html', content })
  })
})

describe('a text is no call', () => {
  it.each([
    'The tide is at noon.',
    '```json\n{"name": "tides", "version": "1.0.0"}\n```',
    '{"name": "read"}',
    'Write {"name": "read", "arguments": {}} in the middle of a line',
    '```json\n{"name": "read", "arguments": {"path": "a.ts"}}\n```\nis how it would look.',
    '<function=write><parameter=path>a</parameter><parameter=content>half of a fi',
    '<tool_call>{"name":"write","arguments":{"path":"a","content":"half of a fi',
    '<tool_call></tool_call>',
  ])('%j', (text) => {
    expect(textCallsIn(text)).toBeNull()
  })

  it('that is very long, and it is found out in a moment', () => {
    const began = performance.now()
    for (const piece of [
      '<tool_call>',
      '{',
      '```json\n{',
      ' ',
      '\n',
      '<function=a>',
      '[TOOL_CALLS]',
      '<invoke name="a">',
    ]) {
      expect(textCallsIn(piece.repeat(350_000 / piece.length)) === null).toBe(true)
    }
    expect(performance.now() - began).toBeLessThan(4_000)
  })
})

it('tells marks of calls from words about them', () => {
  expect(hasCallMarks('<tool_call>{"name":"read"}</tool_call>\n<tool_response>A</tool_response>')).toBe(true)
  expect(hasCallMarks('Models write `<tool_call>` for it.\n```\n<tool_call>\n```')).toBe(false)
})

it('reads a call as it was written', () => {
  expect(textCallsIn('{"name":"read","arguments":{"path":"a.ts"}}')?.calls).toEqual([READ])
})
