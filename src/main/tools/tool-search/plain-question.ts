/** Words around a request that name nothing: politeness, wishes and times. */
const AROUND = new RegExp(
  [
    '\\b(?:could|can|would|will|may) (?:you|i|we) (?:please |kindly |just |maybe )*(?=\\p{L})',
    "\\b(?:i|we)(?: would|['’]d)? (?:really |just )?(?:like|love|want|need|wish) (?:you )?to\\b",
    '\\b(?:is there|do you know|do we have) (?:a|any|some) (?:way|chance|tool|possibility) (?:to|of|for)\\b',
    '\\b(?:please|kindly|thanks|thank you|if possible|for me|for us|would you mind)\\b',
    '\\b(?:right now|right away|from now on|as soon as possible|any ?more|at once|at the moment)\\b',
    '有没有(?:什么)?(?:办法|方法|工具)(?:可以|能)?',
    '(?:能不能|可不可以|可以不可以|是否可以|麻烦你?|劳驾|请你?|帮我|帮忙|给我|我想要?|我要|我需要)(?=\\p{Script=Han})',
    '(?:一下|吧|吗|呢|谢谢|好吗|行吗)(?=$|[\\s，。？！,.?!])',
  ].join('|'),
  'giu',
)

/** Returns a request without the words around it. A request of nothing else stays as it is. */
export function plainQuestion(text: string): string {
  const plain = text.replaceAll(AROUND, ' ').trim()
  return /[\p{L}\p{N}]/u.test(plain) ? plain : text
}
