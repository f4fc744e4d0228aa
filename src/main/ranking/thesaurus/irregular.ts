import { wordsOf } from '../words.ts'

/** Irregular forms of English verbs and nouns, `base form form`. Endings are removed elsewhere. */
const FORMS = `
become became
begin began begun
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
do did done does
draw drew drawn
drive drove driven
fall fell fallen
find found
forget forgot forgotten
freeze froze frozen
get got gotten
give gave given
go went gone goes
grow grew grown
hang hung
have had has
hide hid hidden
hold held
keep kept
know knew known
leave left
lend lent
lose lost
make made
meet met
pay paid
person people
ride rode ridden
run ran running
say said says
see saw seen
sell sold
send sent
show shown showed
sleep slept asleep
speak spoke spoken
spend spent
steal stole stolen
take took taken
tell told
think thought
throw threw thrown
wake woke woken
write wrote written
man men
child children`

let baseOf: ReadonlyMap<string, string> | null = null

/** Returns the base of an irregular form, both as words are compared: `sent` is `send`. Other words stay as they are. */
export function irregularBase(word: string): string {
  baseOf ??= new Map(
    FORMS.trim()
      .split('\n')
      .flatMap((line) => {
        const [base = '', ...forms] = wordsOf(line)
        return forms.map((form) => [form, base] as const)
      }),
  )
  return baseOf.get(word) ?? word
}
