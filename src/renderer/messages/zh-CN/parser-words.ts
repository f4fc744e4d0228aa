type Known = readonly [pattern: RegExp, chinese: string]

/** Messages of zod in full; numbers and names are kept. */
const OF_VALUES: readonly Known[] = [
  [/^must not be empty$/, '不能为空'],
  [/^must have at least (\d+) characters$/, '至少应有 {1} 个字符'],
  [/^must have at most (\d+) characters$/, '最多可有 {1} 个字符'],
  [/^must have at least (\d+) entr(?:y|ies)$/, '至少应有 {1} 项'],
  [/^must have at most (\d+) entr(?:y|ies)$/, '最多可有 {1} 项'],
  [/^must be at least (\S+)$/, '应 >= {1}'],
  [/^must be at most (\S+)$/, '应 <= {1}'],
  [/^must be more than (\S+)$/, '应 > {1}'],
  [/^must be less than (\S+)$/, '应 < {1}'],
  [/^must be one of: (.+)$/, '应为以下之一：{1}'],
  [/^must be a multiple of (\S+)$/, '应为 {1} 的倍数'],
  [/^must be text$/, '应为文本'],
  [/^must be a number$/, '应为数字'],
  [/^must be a whole number$/, '应为整数'],
  [/^must be true or false$/, '应为 true 或 false'],
  [/^must be a list$/, '应为列表'],
  [/^must be a table of keys$/, '应为由键组成的表'],
  [/^must be lower-case words joined by hyphens/, '须为用连字符连接的小写单词'],
  [/^only a model with (reasoning = true) has a reasoning effort$/, '只有 {1} 的模型才有思考强度'],
  [/^is only for (tool\.before) and (tool\.after)$/, '只用于 {1} 和 {2}'],
  [/^Invalid input: expected (\w+), received (\w+)$/, '应为{kind:1}，实际是{kind:2}'],
  [/^Invalid input: expected (.+)$/, '应为 {1}'],
  [/^Invalid option: expected one of (.+)$/, '应为以下之一：{1}'],
  [/^Too big: expected (?:string|text) to have (<=?)(\d+) characters?$/, '长度应 {1}{2} 个字符'],
  [/^Too small: expected (?:string|text) to have (>=?)(\d+) characters?$/, '长度应 {1}{2} 个字符'],
  [/^Too (?:big|small): expected \w+ to have ([<>]=?)(\d+) \w+$/, '项数应 {1}{2}'],
  [/^Too (?:big|small): expected \w+ to be ([<>]=?)(\S+)$/, '应 {1}{2}'],
  [/^Invalid string: must start with (".+")$/, '应以 {1} 开头'],
  [/^Invalid string: must end with (".+")$/, '应以 {1} 结尾'],
  [/^Invalid string: must include (".+")$/, '应包含 {1}'],
  [/^Invalid string: must match pattern (.+)$/, '应符合格式 {1}'],
  [/^Invalid number: must be a multiple of (\S+)$/, '应为 {1} 的倍数'],
  [/^Invalid URL$/, '不是网址'],
  [/^Invalid key in /, '其中有一个键不正确'],
  [/^Invalid value in /, '其中有一个值不正确'],
  [/^Unrecognized keys?: (.+)$/, '多出了 {1}'],
  [/^(?:Invalid input|Required|invalid)$/, '不是可用的值'],
]

/** Messages of ajv after the path of a value. */
const OF_SCHEMAS: readonly Known[] = [
  [/schema is invalid|strict mode|unknown keyword/, '模式本身写法不正确'],
  [/must have required property '([^']+)'/, '缺少 {1}'],
  [/must NOT have (?:additional|unevaluated) properties(?: \(([^)]+)\))?/, '多出了 {1}'],
  [/must be equal to one of the allowed values(?: \((.+)\))?/, '应为以下之一：{1}'],
  [/must be equal to constant/, '不是规定的值'],
  [/must be ([<>]=?) (\S+?)\.?$/, '应 {1} {2}'],
  [/must be multiple of (\S+?)\.?$/, '应为 {1} 的倍数'],
  [/must be (string|number|integer|boolean|array|object|null)\b/, '应为{kind:1}'],
  [/must be ((?:string|number|integer|boolean|array|object|null)(?:,\w+)+)/, '类型应为以下之一：{1}'],
  [/must NOT have (more|fewer) than (\d+) (?:characters|items|properties)/, '{size:1} {2} 项或个字符'],
  [/must match pattern (".+")/, '应符合格式 {1}'],
  [/must NOT have duplicate items/, '有重复的项'],
  [
    /must match exactly one schema in oneOf|must match a schema in anyOf|must NOT be valid/,
    '不符合任何允许的形式',
  ],
  [/must contain /, '缺少规定的项'],
  [/can't resolve reference (\S+)/, '找不到所引用的 {1}'],
  [/It is longer than (\d+) characters/, '超过 {1} 个字符'],
  [/It may not be (\$async)/, '不能使用 {1}'],
]

/** Kinds of errors in TOML, YAML and JavaScript. The parsers have many more messages. */
const OF_TEXTS: readonly Known[] = [
  [
    /unfinished (?:string|multi)|Unterminated (?:string|template)|Missing closing ['"]quote/i,
    '有一段文本没有结束',
  ],
  [/Unterminated comment/, '有一段注释没有结束'],
  [
    /Unterminated regular|Invalid regular|regular expression|quantifier|capture group|character class/i,
    '正则表达式写法不正确',
  ],
  [/Missing closing|unfinished (?:table|array)|Flow (?:map|sequence) in block/i, '有一个括号或引号没有闭合'],
  [/expected comma|Missing , |Missing , or :/, '缺少逗号，或括号没有闭合'],
  [
    /redefin|already defined|already been declared|is already declared|must be unique|Duplicate/i,
    '同一个名称写了两次',
  ],
  [/escape/i, '反斜杠后面的写法不正确'],
  [/control characters/i, '文本里有换行或不可见的字符，可能缺少结束的引号'],
  [
    /illegal (?:leading zero|underscore)|numeric|integer value|invalid (?:value|number)|Numeric separator|Identifier directly after number/i,
    '值的写法不正确',
  ],
  [/invalid date/i, '日期的写法不正确'],
  [
    /illegal empty bare key|illegal character in key|unexpected end of key|unsafe property|incomplete key/i,
    '键的写法不正确',
  ],
  [/must be followed by an end-of-line/i, '每行只能写一个键和值'],
  [/end of table array/i, '表头没有写完'],
  [/Tabs? are not allowed|same column|indent/i, '缩进不正确'],
  [/Implicit (?:map )?keys?|Nested mappings|block sequence/i, '键和值的写法不正确，可能缺少冒号、换行或引号'],
  [/Plain value cannot start/i, '值以不允许的字符开头，请给它加引号'],
  [/Unresolved tag|anchor|alias|Tags/i, '使用了这里不支持的标记'],
  [/'return' outside|'await'|'yield'|'super'|new\.target|strict mode|keyword/, '这个关键字不能用在这里'],
  [/is reserved|Unexpected (?:strict mode )?reserved/i, '这个名称是保留字'],
  [/Assigning to|Binding|rvalue|left-hand side|destructuring/i, '不能给这里赋值'],
  [/Missing initializer/, '缺少初始值'],
  [/Missing catch/, '缺少 catch 或 finally'],
  [/Unexpected (?:token|character|end|keyword)|unexpected/i, '这里出现了不应有的内容'],
]

const KINDS: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  integer: '整数',
  boolean: ' true 或 false',
  array: '列表',
  object: '表',
  record: '表',
  null: '空值',
  undefined: '空缺',
  date: '日期',
  bigint: '大整数',
  NaN: '非数字',
}
const SIZES: Readonly<Record<string, string>> = { more: '最多', fewer: '最少' }

/** Translates a parser or schema error: the kind in Chinese, followed by the original message. */
export function parserWords(english: string): string {
  const text = english.replace(/\.$/, '')
  const zod = chineseIn(OF_VALUES, text)
  // The words of zod are said in whole, so there is nothing left to quote.
  if (zod !== null) return zod
  const kind = chineseIn(OF_SCHEMAS, text) ?? chineseIn(OF_TEXTS, text) ?? '写法不正确'
  return `${kind}（检查程序的原话：“${text}”）`
}

function chineseIn(known: readonly Known[], text: string): string | null {
  for (const [pattern, chinese] of known) {
    const found = pattern.exec(text)
    if (found !== null) return withParts(chinese, found)
  }
  return null
}

function withParts(chinese: string, found: RegExpExecArray): string {
  return chinese.replaceAll(/\{(?:(kind|size):)?(\d)\}/g, (_, as: string | undefined, at: string) => {
    const part = found[Number(at)] ?? ''
    if (as === 'kind') return KINDS[part] ?? ` ${part} `
    return as === 'size' ? (SIZES[part] ?? part) : part
  })
}
