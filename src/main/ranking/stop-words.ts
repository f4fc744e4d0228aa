/** Words that say nothing about what a text is about, in the form in which words are compared. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are arent as at be because been befor being below between
  both but by can cant could did didnt do doe doesnt don dont down dur each few for from further get give go had has
  have hav he her here him his how however i if in into is isnt it its just ll let m make mak may me might mor more most
  much must my need no nor not now of off on onc once only onto or other our out over own per pleas please re s same she
  should so some such t tell than that the their them then there these they thi this those through to too under until
  up us use used us using ve very want wa was way we were wer what when where which whil while who whom whose why will
  with within without would you your yes
  的 了 是 在 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 它 他 她 们 我们 你们 他们 什么 怎么
  怎样 如何 哪 哪个 哪里 为什么 吗 呢 吧 啊 把 被 给 让 与 及 或 但 但是 如果 因为 所以 可以 请 请问 应该 需要 以及 这个 那个 多少`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
