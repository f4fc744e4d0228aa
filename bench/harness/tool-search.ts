import { createToolIndex } from '../../src/main/tools/tool-search/tool-index.ts'
import { listedTool } from '../../test/support/tool-search/listed-tool.ts'
import { MANY_TOOLS } from '../../test/support/tool-search/many-tools.ts'
import { ASKED, ASKED_LATER, BY_RULE, type ToolQuestion } from '../../test/support/tool-search/questions.ts'

/** The share of questions, in percent, whose tool is among the first three of 200 tools. */
export type ToolSearchFigures = { readonly byRule: number; readonly people: number; readonly later: number }

/** Searches 200 tools of 10 servers for the questions of the fixture. */
export function runToolSearch(): ToolSearchFigures {
  const index = createToolIndex()(MANY_TOOLS.map(listedTool))
  const percent = (questions: readonly ToolQuestion[]): number => {
    const found = questions.filter(({ asks, tool }) =>
      index(asks)
        .slice(0, 3)
        .some(({ item }) => `${item.server?.name} ${item.server?.tool}` === tool),
    )
    return Math.round((found.length / questions.length) * 1_000) / 10
  }
  return { byRule: percent(BY_RULE), people: percent(ASKED), later: percent(ASKED_LATER) }
}
