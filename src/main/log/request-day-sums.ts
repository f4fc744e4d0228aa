import type { Database } from 'better-sqlite3'
import type { ProjectId } from '#shared/ids.ts'

/** The summed columns of `model_requests`. Costs stay null where no request has one. */
const COUNTS = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_1h', 'reasoning'] as const
const COSTS = ['billed', 'estimated', 'saved', 'lost'] as const
/** Sums of the requests without any cost, by the column they are taken from. */
const UNPRICED = {
  unpriced_input: 'input',
  unpriced_output: 'output',
  unpriced_read: 'cache_read',
  unpriced_write: 'cache_write',
} as const

const COLUMNS = [...COUNTS, ...COSTS, ...Object.keys(UNPRICED)]

const NEW_UNPRICED = 'new.billed IS NULL AND new.estimated IS NULL'
const ADDITIONS = [
  ...COUNTS.map((name) => `${name} = ${name} + new.${name}`),
  ...COSTS.map((name) => `${name} = coalesce(${name} + new.${name}, ${name}, new.${name})`),
  ...Object.entries(UNPRICED).map(
    ([name, of]) => `${name} = ${name} + CASE WHEN ${NEW_UNPRICED} THEN new.${of} ELSE 0 END`,
  ),
]

/**
 * The sums of a day, by project and model. They are temporary tables of this connection, kept by a trigger: they follow
 * every insert and roll back with it, and cost the disk nothing. The trigger passes over a row that is written again.
 */
const TABLES = `
CREATE TEMP TABLE summed_days (day TEXT NOT NULL PRIMARY KEY);
CREATE TEMP TABLE request_day_sums (
  day TEXT NOT NULL, project_id TEXT NOT NULL, model TEXT NOT NULL, ${COLUMNS.join(', ')},
  PRIMARY KEY (day, project_id, model)
) WITHOUT ROWID;
CREATE TEMP TRIGGER request_counts BEFORE INSERT ON main.model_requests
WHEN EXISTS (SELECT 1 FROM summed_days WHERE day = new.day)
  AND NOT EXISTS (SELECT 1 FROM main.model_requests WHERE event_id = new.event_id)
BEGIN
  INSERT INTO request_day_sums
    SELECT new.day, coalesce(new.project_id, ''), new.model, ${zeros()}
    WHERE NOT EXISTS (
      SELECT 1 FROM request_day_sums
      WHERE day = new.day AND project_id = coalesce(new.project_id, '') AND model = new.model
    );
  UPDATE request_day_sums SET ${ADDITIONS.join(', ')}
  WHERE day = new.day AND project_id = coalesce(new.project_id, '') AND model = new.model;
END;
`

function zeros(): string {
  const costs = new Set<string>(COSTS)
  return COLUMNS.map((name) => (costs.has(name) ? 'NULL' : '0')).join(', ')
}

/** The sums of one model, named like the columns. */
export type DaySums = { readonly model: string } & {
  readonly [name in (typeof COUNTS)[number] | keyof typeof UNPRICED]: number
} & { readonly [name in (typeof COSTS)[number]]: number | null }

/**
 * Sums the requests of a day once, and then only what is added. A day is asked for with every turn of every agent, so
 * that its requests cannot be read each time. All writers of `model_requests` must use this connection.
 */
export function createRequestDaySums(db: Database) {
  db.exec(TABLES)
  const isSummed = db.prepare<[string], unknown>('SELECT 1 FROM summed_days WHERE day = ?')
  const forget = [db.prepare('DELETE FROM request_day_sums'), db.prepare('DELETE FROM summed_days')]
  const sum = db.prepare<[string]>(`
    INSERT INTO request_day_sums
    SELECT day, coalesce(project_id, ''), model, ${[...COUNTS, ...COSTS].map((name) => `sum(${name})`).join(', ')},
      ${Object.values(UNPRICED)
        .map((of) => `total(${of}) FILTER (WHERE billed IS NULL AND estimated IS NULL)`)
        .join(', ')}
    FROM main.model_requests WHERE day = ? GROUP BY day, coalesce(project_id, ''), model`)
  const remember = db.prepare<[string]>('INSERT INTO summed_days VALUES (?)')
  const summed = [...COUNTS, ...COSTS, ...Object.keys(UNPRICED)].map((name) => `sum(${name}) AS ${name}`)
  const ofAll = db.prepare<[string], DaySums>(
    `SELECT model, ${summed.join(', ')} FROM request_day_sums WHERE day = ? GROUP BY model`,
  )
  const ofProject = db.prepare<[string, string], DaySums>(
    `SELECT * FROM request_day_sums WHERE day = ? AND project_id = ?`,
  )

  /** One day is kept: the one that is asked for. */
  const begin = (day: string): void => {
    for (const statement of forget) statement.run()
    sum.run(day)
    remember.run(day)
  }

  /** Returns the sums of each model on a day: in a project, or in all for null. */
  return (day: string, project: ProjectId | null): readonly DaySums[] => {
    if (isSummed.get(day) === undefined) begin(day)
    return project === null ? ofAll.all(day) : ofProject.all(day, project)
  }
}
