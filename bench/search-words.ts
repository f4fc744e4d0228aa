const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ren',
  'sta',
  'tur',
  'vel',
  'po',
  'qui',
  'nes',
  'dar',
  'go',
  'fin',
  'hel',
  'bru',
]
const HAN = '数据库索引查询消息会话项目文件错误日志配置测试服务端口连接缓存线程搜索结果历史'

/** A common word stands in 15 of 100 messages, a middling one in 1, a rare one in about 10 of 200,000. */
const COMMON = 12
const MIDDLING = 300
const RARE = 40_000

/** Texts and questions over made-up words, the same in every run. */
export function createWords() {
  const random = createRandom(7)
  const pick = (count: number) => Math.floor(random() * count)
  const filler = () => `f${word(pick(3_000) + pick(3_000))}`
  const rare = () => `r${word(pick(RARE))}`
  const middling = () => `m${word(pick(MIDDLING))}`
  const common = () => `c${word(pick(COMMON))}`
  const chinese = () => Array.from({ length: 30 }, () => HAN[pick(HAN.length)] ?? '').join('')

  return {
    message: (): string => {
      const words = Array.from({ length: 24 }, filler)
      for (let each = 0; each < COMMON; each += 1) if (random() < 0.15) words.push(`c${word(each)}`)
      words.push(middling(), middling(), middling(), rare(), `get_${rare()}Name()`)
      return `${words.join(' ')}. ${pick(5) === 0 ? chinese() : ''}`
    },
    rare,
    middling,
    common,
    /** The inside of a name, as it stands in code. */
    part: () => `${rare().slice(1)}Name`,
  }
}

/** The made-up word with this number. */
function word(number: number): string {
  let rest = number
  let text = ''
  do {
    text += SYLLABLES[rest % SYLLABLES.length] ?? ''
    rest = Math.floor(rest / SYLLABLES.length)
  } while (rest > 0)
  return text
}

/** Chance that is the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
