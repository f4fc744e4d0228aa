import type { Language, Parser, TreeCursor } from 'web-tree-sitter'
import type { ParseScript, SyntaxNode } from '../../permission/syntax/syntax-tree.ts'

/** Loads the parser at its first use, which takes about 20 ms, and returns the same one afterwards. */
export type LoadShellGrammar = () => Promise<ParseScript>

/** Longer scripts are not parsed; their approval asks. In UTF-16 units. */
const LONGEST_SCRIPT = 100_000

/** Progress reports, one every few thousand operations, after which the parser gives up. */
const MOST_REPORTS = 2_000

/** Deeper trees are cut off and count as broken: reading them would need as many stack frames. */
const DEEPEST_TREE = 500

/** Returns a loader for tree-sitter-bash, the grammar that also highlights bash in editors. */
export function createShellGrammar(): LoadShellGrammar {
  let loading: Promise<ParseScript> | null = null
  return () => {
    loading ??= load()
    return loading
  }
}

async function load(): Promise<ParseScript> {
  const [{ Language, Parser }, runtime, grammar] = await Promise.all([
    import('web-tree-sitter'),
    import('web-tree-sitter/web-tree-sitter.wasm?url&inline'),
    import('tree-sitter-bash/tree-sitter-bash.wasm?url&inline'),
  ])
  await Parser.init({ wasmBinary: bytesOf(runtime.default) })
  const language = await Language.load(bytesOf(grammar.default))
  return createParse(new Parser(), language)
}

function createParse(parser: Parser, language: Language): ParseScript {
  parser.setLanguage(language)
  return (script) => {
    if (script.length > LONGEST_SCRIPT) return null
    let reports = 0
    const progressCallback = () => {
      reports += 1
      return reports > MOST_REPORTS
    }
    const tree = parser.parse(script, null, { progressCallback })
    if (tree === null) {
      parser.reset()
      return null
    }
    const cursor = tree.walk()
    try {
      const copied = copyTree(cursor)
      return { root: copied.root, broken: copied.cut || tree.rootNode.hasError }
    } finally {
      cursor.delete()
      tree.delete()
    }
  }
}

type Open = { type: string; start: number; end: number; children: Open[] }

/** Copies a tree out of the parser's memory, without recursion. */
function copyTree(cursor: TreeCursor): { readonly root: SyntaxNode; readonly cut: boolean } {
  const root = copyNode(cursor)
  const above: Open[] = [root]
  let cut = false
  for (;;) {
    const parent = above.at(-1)
    if (above.length > DEEPEST_TREE) cut = true
    else if (cursor.gotoFirstChild()) {
      above.push(addCopy(cursor, parent))
      continue
    }
    while (!cursor.gotoNextSibling()) {
      above.pop()
      if (above.length === 0 || !cursor.gotoParent()) return { root, cut }
    }
    above.pop()
    above.push(addCopy(cursor, above.at(-1)))
  }
}

function addCopy(cursor: TreeCursor, parent: Open | undefined): Open {
  const node = copyNode(cursor)
  parent?.children.push(node)
  return node
}

function copyNode(cursor: TreeCursor): Open {
  return { type: cursor.nodeType, start: cursor.startIndex, end: cursor.endIndex, children: [] }
}

function bytesOf(dataUrl: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
}
