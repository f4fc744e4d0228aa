// Makes memory-questions.jsonl: things to remember and questions with known answers, by rule and without any code of
// the app. It stands in the repository so that every run asks the same; make it anew on a Debian with
//   node bench/data/make-memory-questions.mjs
// Rule 1: of a paragraph with several sentences one is taken out and becomes the question; the rest is the answer.
// Rule 2: of a manual page or a package the one line that says what it is for is the question; its description is
// the answer. Sources and licences stand in README.md.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const MAN = '/usr/share/man'
const ENGLISH_PAGES = ['curl.1', 'ssh_config.5', 'tmux.1', 'useradd.8', 'login.defs.5', 'less.1', 'sqlite3.1']
const CHINESE_PAGES = [
  'man1/man.1',
  'man5/manpath.5',
  'man1/apropos.1',
  'man8/mandb.8',
  'man1/whatis.1',
  'man1/passwd.1',
  'man5/shadow.5',
  'man1/lexgrog.1',
  'man1/manpath.1',
  'man8/catman.8',
  'man8/newusers.8',
  'man8/userdel.8',
]
const MOST = { docs: 170, page: 34, packages: 150, summaries: 90, zh: 170 }

/** Words that say nothing of what a text is about; only used to say which questions are hard. */
const EMPTY = new Set(
  (
    'about after also and any are been before being both but can could does for from had has have how if into is ' +
    'its may more most must not now off one only other our out over own same should so some such than that the their them ' +
    'then there these they this those through too under until use used uses using was were what when where which while who ' +
    'will with without would you your'
  ).split(' '),
)

const sentencesOf = (text, locale) =>
  [...new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter(Boolean)
const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim()
const hanIn = (text) => (text.match(/\p{Script=Han}/gu) ?? []).length
/** One Chinese character says as much as two letters. */
const lengthOf = (text) => text.length + hanIn(text)
const wordsIn = (text) => {
  const latin = (text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
    .filter((word) => !EMPTY.has(word))
    .map((word) => word.slice(0, 5))
  const han = [...text.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair]) => pair)
  return new Set([...latin, ...han])
}
const sharesWord = (left, right) => {
  const words = wordsIn(right)
  return [...wordsIn(left)].some((word) => words.has(word))
}

/** Evenly spaced, so that every part of a source is there. */
const some = (list, most) =>
  list.length <= most
    ? list
    : list.filter(
        (_, at) => Math.floor((at * most) / list.length) !== Math.floor(((at - 1) * most) / list.length),
      )

const items = []
const questions = []
const add = ({ key, content, source, lang, question, rule }) => {
  const id = `i${items.length + 1}`
  items.push({ t: 'item', id, key: key.slice(0, 120), content: content.slice(0, 900), source })
  if (question === undefined || question.length < (lang === 'zh' ? 8 : 18) || question.length > 260) return
  questions.push({
    t: 'question',
    question,
    answer: id,
    lang,
    rule,
    sharesKeyWord: sharesWord(question, key),
  })
}

/** Rule 1, from the second sentence on: the first usually names its thing. */
function addParagraph({ key, text, source, lang }) {
  const sentences = sentencesOf(oneLine(text), lang)
  const long = lang === 'zh' ? 12 : 45
  const at = sentences.findIndex((each, index) => index > 0 && each.length >= long)
  if (sentences.length < 2 || at < 0) return add({ key, content: oneLine(text), source, lang })
  const rest = sentences.filter((_, index) => index !== at).join(lang === 'zh' ? '' : ' ')
  // What is left over must still say something.
  if (rest.length < long) return add({ key, content: oneLine(text), source, lang })
  add({ key, content: rest, source, lang, question: sentences[at], rule: 'sentence' })
}

function manText(file) {
  const env = { ...process.env, MANWIDTH: '4000', LC_ALL: 'C.UTF-8' }
  const page = execFileSync(
    'sh',
    ['-c', 'man -E UTF-8 --nh --nj -l "$1" 2>/dev/null | col -bx', 'sh', file],
    { env, maxBuffer: 2 ** 26 },
  )
  return page.toString('utf8').replaceAll(/\u00ad|\u2010\n/g, '')
}

/** Paragraphs of a manual page, each with the option or the heading above it. */
function paragraphsOf(text) {
  const found = []
  let heading = ''
  let term = ''
  for (const line of text.split('\n').slice(1, -2)) {
    if (line.trim() === '') continue
    const indent = line.search(/\S/)
    const words = oneLine(line)
    if (indent === 0) [heading, term] = [words, '']
    else if (indent <= 8 && lengthOf(words) < 60 && !/[.。：:]$/.test(words)) term = words
    else if (lengthOf(words) > 30) found.push({ key: term === '' ? heading : term, text: words })
  }
  return found
}

/** Sections of a Markdown file, by heading; lists and tables go line by line. */
function sectionsOf(markdown) {
  const found = []
  let heading = ''
  let gathered = []
  const flush = () => {
    const text = oneLine(gathered.join(' '))
    if (text.length > 60) found.push({ key: heading, text })
    gathered = []
  }
  let code = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) code = !code
    if (code || line.startsWith('```') || line.startsWith('|')) continue
    const title = /^#+ (.*)/.exec(line)?.[1]
    if (title !== undefined || line.trim() === '' || line.startsWith('- ')) flush()
    if (title !== undefined) heading = title
    else gathered.push(line.replace(/^- /, '').replaceAll(/[*_`]|\]\([^)]*\)|\[/g, ''))
  }
  flush()
  return found
}

const docs = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  ...['decisions', 'design'].flatMap((folder) =>
    readdirSync(join(root, 'docs', folder)).map((name) => `docs/${folder}/${name}`),
  ),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'performance.md')
    .map((name) => `docs/${name}`),
]
const ofProject = docs.flatMap((path) =>
  sectionsOf(readFileSync(join(root, path), 'utf8')).map((each) => ({ ...each, source: path })),
)
for (const each of some(ofProject, MOST.docs)) addParagraph({ ...each, lang: 'en' })

for (const page of ENGLISH_PAGES) {
  const section = page.split('.').at(-1)
  const all = paragraphsOf(manText(`${MAN}/man${section}/${page}.gz`))
  for (const each of some(all, MOST.page)) addParagraph({ ...each, source: page, lang: 'en' })
}

// Rule 2 over manual pages: "passwd - change user password" asks for the description.
const summaries = ['man1', 'man5', 'man8'].flatMap((folder) =>
  readdirSync(join(MAN, folder)).map((name) => join(MAN, folder, name)),
)
for (const file of some(
  summaries.filter((name) => name.endsWith('.gz')),
  MOST.summaries,
)) {
  const text = manText(file)
  const line = /\nNAME\n\s+(.*)/.exec(text)?.[1] ?? ''
  const [name, what] = line.split(/ [-\u2013\u2014] /)
  const description = /\nDESCRIPTION\n((?:.*\n){1,14})/.exec(text)?.[1] ?? ''
  const content = sentencesOf(oneLine(description), 'en').slice(0, 5).join(' ')
  if (what === undefined || content.length < 80 || name.length > 60) continue
  add({
    key: name.trim(),
    content,
    source: file.slice(MAN.length + 1).replace('.gz', ''),
    lang: 'en',
    question: oneLine(what),
    rule: 'summary',
  })
}

// Rule 2 over packages.
const packages = readFileSync('/var/lib/dpkg/status', 'utf8')
  .split('\n\n')
  .flatMap((entry) => {
    const name = /^Package: (.*)/m.exec(entry)?.[1]
    const [, what, long] = /^Description: (.*)\n((?: .*\n?)+)/m.exec(entry) ?? []
    if (name === undefined || long === undefined || /-(dev|data|common|doc|\d+)$|^lib/.test(name)) return []
    const content = oneLine(long.split(/\n \.\n/)[0] ?? '')
    return content.length < 80 ? [] : [{ name, what: oneLine(what), content }]
  })
for (const { name, what, content } of some(packages, MOST.packages)) {
  add({ key: name, content, source: `package ${name}`, lang: 'en', question: what, rule: 'summary' })
}

// Chinese.
const chinese = CHINESE_PAGES.flatMap((page) =>
  paragraphsOf(manText(`${MAN}/zh_CN/${page}.gz`)).map((each) => ({
    ...each,
    source: `zh_CN/${page.slice(5)}`,
  })),
)
const help = readFileSync('/usr/share/gnupg/help.zh_CN.txt', 'utf8')
  .split(/\n\.(?=gpg)/)
  .slice(1)
  .map((entry) => {
    const [name = '', ...lines] = entry.split('\n')
    return {
      key: name.trim(),
      text: lines.filter((line) => line !== '.' && !line.startsWith('#')).join(''),
      source: 'gnupg help.zh_CN.txt',
    }
  })
const catalog = readFileSync('/usr/lib/systemd/catalog/systemd.zh_CN.catalog', 'utf8')
  .split(/\n-- /)
  .slice(1)
  .map((entry) => {
    const [head = '', ...body] = entry.split('\n\n')
    return {
      key: /Subject: (.*)/.exec(head)?.[1] ?? '',
      text: body.join('').replaceAll('\n', ''),
      source: 'systemd.zh_CN.catalog',
    }
  })
const han = [...chinese, ...help, ...catalog].filter(({ text }) => hanIn(text) >= 16)
for (const each of some(han, MOST.zh)) addParagraph({ ...each, lang: 'zh' })

// A question that several items answer word for word is no question.
const asked = new Map()
for (const { question } of questions) asked.set(question, (asked.get(question) ?? 0) + 1)
const clear = questions.filter(({ question }) => asked.get(question) === 1)
// Those that share a word with the key are easier; at least half must not.
const hard = clear.filter(({ sharesKeyWord }) => !sharesKeyWord)
const easy = clear.filter(({ sharesKeyWord }) => sharesKeyWord)
const chosen = [...hard, ...some(easy, Math.floor(hard.length * 0.8))]
const file = join(import.meta.dirname, 'memory-questions.jsonl')
writeFileSync(file, [...items, ...chosen].map((each) => `${JSON.stringify(each)}\n`).join(''))
const count = (test) => chosen.filter(test).length
console.log({
  items: items.length,
  en: count(({ lang }) => lang === 'en'),
  zh: count(({ lang }) => lang === 'zh'),
  hard: hard.length,
  zhHard: count(({ lang, sharesKeyWord }) => lang === 'zh' && !sharesKeyWord),
  summary: count(({ rule }) => rule === 'summary'),
})
