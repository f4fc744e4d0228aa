import { contentWordsOf } from './words.ts'

/** Words of everyday requests about code. Two texts that share one of them need not be about the same thing. */
const COMMON = `add again answer app ask bug build button call case change check code command create delete do done edit
  error example explain fail feature file find first fix folder function give good hello help implement install issue
  keep last line list long look make message move name new next number old open output page path problem project prompt
  read remove rename repo repository result run save say second see set short show simple size small start stop sum tell
  test text thing time try turn type update user value variable version window word work write wrong
  项目 文件 函数 代码 运行 测试 修改 添加 一下 介绍 你好 改名 问题 帮忙`

/** Weight of a common word, relative to any other. */
const COMMON_WEIGHT = 0.3

let common: ReadonlySet<string> | null = null

/** Returns the weight of a shared word in its normalised form, from 0 to 1. */
export function wordWeight(word: string): number {
  common ??= new Set(contentWordsOf(COMMON))
  return common.has(word) ? COMMON_WEIGHT : 1
}

/** Returns the total weight of these words. */
export function weightOfWords(words: Iterable<string>): number {
  let sum = 0
  for (const word of words) sum += wordWeight(word)
  return sum
}
