import { bash, edit, grep, read, step, type Task, write } from './task.ts'

const CART = `import { priceOf } from './price.js'

export function total(cart) {
  let sum = 0
  for (const item of cart.items) {
    sum += priceOf(item) * item.count
  }
  if (cart.coupon === "HALF") {
    sum = sum / 2
  }
  return sum
}
`
const PRICE = `export function priceOf(item) {
  return item.price ?? 0
}
`
const CRLF = CART.replaceAll('\n', '\r\n')
const GO = `package shop

func Total(items []Item) int {
\tsum := 0
\tfor _, item := range items {
\t\tif item.Count == 0 {
\t\t\tcontinue
\t\t}
\t\tsum += item.Price * item.Count
\t}
\treturn sum
}
`
const PYTHON = `class Stock:
    def __init__(self, rows):
        self.rows = rows

    def missing(self, wanted):
        lacking = {}
        for name, amount in wanted.items():
            have = self.rows.get(name, 0)
            if have < amount:
                lacking[name] = amount - have
        return lacking
`
const NOTE = `# Notice

The shop \u2013 as announced \u2013 is \u201copen on Sundays\u201d.
We don\u2019t deliver on public holidays.
Orders can be collected until six o\u2019clock.
`
const JSON_FILE = `{
  "name": "shop",
  "open": true,
  "limits": {
    "items": 50,
    "weight": 20
  }
}
`
const LARGE = Array.from({ length: 900 }, (_, at) =>
  at === 700 ? 'export const SHIPPING_LIMIT = 25' : `export const value${at} = ${at * 3} // entry ${at}`,
).join('\n')

const HALF = `  if (cart.coupon === "HALF") {
    sum = sum / 2
  }`
const CHECKED = `  if (cart.coupon === "HALF" && sum > 10) {
    sum = sum / 2
  }`
const cart = { 'src/cart.js': CART, 'src/price.js': PRICE }

/** Work that is mostly edits. */
export const EDIT_TASKS: readonly Task[] = [
  {
    name: 'mend one function',
    files: cart,
    turns: [
      {
        ask: 'Half price only above 10.',
        steps: [step(read('src/cart.js')), step(edit('src/cart.js', HALF, CHECKED))],
        say: 'Coupons hold above 10 only.',
      },
    ],
    meant: { 'src/cart.js': CART.replace(HALF, CHECKED) },
  },
  {
    name: 'rename in three files',
    files: {
      ...cart,
      'src/list.js': `import { priceOf } from './price.js'\n\nexport const prices = (items) => items.map((item) => priceOf(item))\n`,
    },
    turns: [
      {
        ask: 'Rename priceOf to unitPrice everywhere.',
        steps: [
          step(grep('priceOf')),
          step(read('src/cart.js'), read('src/price.js'), read('src/list.js')),
          step(
            edit(
              'src/cart.js',
              `import { priceOf } from './price.js'`,
              `import { unitPrice } from './price.js'`,
            ),
            edit(
              'src/cart.js',
              '    sum += priceOf(item) * item.count',
              '    sum += unitPrice(item) * item.count',
            ),
            edit('src/price.js', 'export function priceOf(item) {', 'export function unitPrice(item) {'),
            edit('src/list.js', 'priceOf', 'unitPrice', true),
          ),
        ],
        say: 'priceOf is unitPrice now, in three files.',
      },
    ],
    meant: {
      'src/cart.js': CART.replaceAll('priceOf', 'unitPrice'),
      'src/price.js': PRICE.replace('priceOf', 'unitPrice'),
      'src/list.js': `import { unitPrice } from './price.js'\n\nexport const prices = (items) => items.map((item) => unitPrice(item))\n`,
    },
  },
  {
    name: 'a file with the line ends of Windows',
    files: { 'src/cart.js': CRLF },
    turns: [
      {
        ask: 'Half price only above 10.',
        steps: [step(read('src/cart.js')), step(edit('src/cart.js', HALF, CHECKED))],
        say: 'Done in src/cart.js.',
      },
    ],
    meant: { 'src/cart.js': CART.replace(HALF, CHECKED).replaceAll('\n', '\r\n') },
  },
  {
    name: 'a file with tabs',
    files: { 'total.go': GO },
    turns: [
      {
        ask: 'Skip negative counts as well.',
        steps: [
          step(read('total.go')),
          step(
            edit(
              'total.go',
              '\t\tif item.Count == 0 {\n\t\t\tcontinue\n\t\t}',
              '\t\tif item.Count <= 0 {\n\t\t\tskipped++\n\t\t\tcontinue\n\t\t}',
            ),
          ),
        ],
        say: 'Counts below one are skipped.',
      },
    ],
    meant: {
      'total.go': GO.replace(
        '\t\tif item.Count == 0 {\n\t\t\tcontinue\n\t\t}',
        '\t\tif item.Count <= 0 {\n\t\t\tskipped++\n\t\t\tcontinue\n\t\t}',
      ),
    },
  },
  {
    name: 'nesting in Python',
    files: { 'stock.py': PYTHON },
    turns: [
      {
        ask: 'Leave out names that begin with an underscore.',
        steps: [
          step(read('stock.py')),
          step(
            edit(
              'stock.py',
              '            have = self.rows.get(name, 0)\n            if have < amount:\n                lacking[name] = amount - have',
              '            if name.startswith("_"):\n                continue\n            have = self.rows.get(name, 0)\n            if have < amount:\n                lacking[name] = amount - have',
            ),
          ),
        ],
        say: 'Names with an underscore are left out.',
      },
    ],
    meant: {
      'stock.py': PYTHON.replace(
        '            have =',
        '            if name.startswith("_"):\n                continue\n            have =',
      ),
    },
  },
  {
    name: 'typographic text',
    files: { 'notice.md': NOTE },
    turns: [
      {
        ask: 'We open on Saturdays, not on Sundays.',
        steps: [
          step(read('notice.md')),
          step(
            edit(
              'notice.md',
              'is \u201copen on Sundays\u201d.\nWe don\u2019t deliver',
              'is \u201copen on Saturdays\u201d.\nWe don\u2019t deliver',
            ),
          ),
        ],
        say: 'The notice says Saturdays.',
      },
    ],
    meant: { 'notice.md': NOTE.replace('Sundays', 'Saturdays') },
  },
  {
    name: 'a new file and a command',
    files: cart,
    turns: [
      {
        ask: 'Add a module with the tax and check that it loads.',
        steps: [
          step(
            write(
              'src/tax.js',
              'export const TAX = 0.2\n\nexport function withTax(sum) {\n  return sum * (1 + TAX)\n}\n',
            ),
          ),
          step(bash('node --check src/tax.js && echo loads')),
        ],
        say: 'src/tax.js is there and loads.',
      },
    ],
    meant: {
      'src/tax.js': 'export const TAX = 0.2\n\nexport function withTax(sum) {\n  return sum * (1 + TAX)\n}\n',
    },
  },
  {
    name: 'five edits of one file in one answer',
    files: { 'src/cart.js': CART },
    turns: [
      {
        ask: 'Rename sum to amount and cart to basket in the body.',
        steps: [
          step(read('src/cart.js')),
          step(
            edit('src/cart.js', '  let sum = 0', '  let amount = 0'),
            edit(
              'src/cart.js',
              '    sum += priceOf(item) * item.count',
              '    amount += priceOf(item) * item.count',
            ),
            edit('src/cart.js', '  if (cart.coupon === "HALF") {', '  if (cart.coupon === "half") {'),
            edit('src/cart.js', '    sum = sum / 2', '    amount = amount / 2'),
            edit('src/cart.js', '  return sum\n}', '  return amount\n}'),
          ),
        ],
        say: 'Renamed in five places.',
      },
    ],
    meant: { 'src/cart.js': CART.replaceAll('sum', 'amount').replace('"HALF"', '"half"') },
  },
  {
    name: 'one page of a large file',
    files: { 'src/values.js': LARGE },
    turns: [
      {
        ask: 'Raise the shipping limit to 30.',
        steps: [
          step(grep('SHIPPING_LIMIT')),
          step(read('src/values.js', { offset: 690, limit: 20 })),
          step(edit('src/values.js', 'export const SHIPPING_LIMIT = 25', 'export const SHIPPING_LIMIT = 30')),
        ],
        say: 'The limit is 30.',
      },
    ],
    meant: { 'src/values.js': LARGE.replace('LIMIT = 25', 'LIMIT = 30') },
  },
  {
    name: 'JSON',
    files: { 'shop.json': JSON_FILE },
    turns: [
      {
        ask: 'Allow 60 items and add a volume of 3.',
        steps: [
          step(read('shop.json')),
          step(
            edit(
              'shop.json',
              '    "items": 50,\n    "weight": 20',
              '    "items": 60,\n    "weight": 20,\n    "volume": 3',
            ),
          ),
        ],
        say: 'Limits are changed.',
      },
    ],
    meant: { 'shop.json': JSON_FILE.replace('50', '60').replace('20\n', '20,\n    "volume": 3\n') },
  },
  {
    name: 'delete a branch',
    files: { 'src/cart.js': CART },
    turns: [
      {
        ask: 'Take the coupons out.',
        steps: [step(read('src/cart.js')), step(edit('src/cart.js', `${HALF}\n`, ''))],
        say: 'Coupons are gone.',
      },
    ],
    meant: { 'src/cart.js': CART.replace(`${HALF}\n`, '') },
  },
  {
    name: 'a path of Windows',
    files: { 'src/cart.js': CART },
    turns: [
      {
        ask: 'In src\\cart.js, begin with 1 instead of 0.',
        steps: [
          { ...step(read('src/cart.js')), backslashes: true },
          { ...step(edit('src/cart.js', '  let sum = 0', '  let sum = 1')), backslashes: true },
        ],
        say: 'It begins with 1.',
      },
    ],
    meant: { 'src/cart.js': CART.replace('sum = 0', 'sum = 1') },
  },
]
