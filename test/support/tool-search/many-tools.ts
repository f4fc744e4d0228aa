/** A tool of the fixture, as its server lists it. */
export type ListedTool = {
  readonly server: string
  readonly name: string
  readonly description: string
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, { readonly type: string }>>
    readonly required: readonly string[]
  }
}

/** Lines of `name | description | arguments`; an argument with `?` may be left out, one with `#` is a number. */
const TABLES: Readonly<Record<string, string>> = {
  codehost: `
create_issue | Opens a new issue in a repository. | owner, repo, title, body?, labels?
list_issues | Lists the issues of a repository, newest first. | owner, repo, state?, page#?
update_issue | Changes title, text, state or labels of an issue. | owner, repo, number#, title?, state?
add_issue_comment | Writes a comment under an issue. | owner, repo, number#, body
create_pull_request | Proposes to merge one branch into another. | owner, repo, head, base, title
list_pull_requests | Lists pull requests with their state. | owner, repo, state?
merge_pull_request | Merges a pull request into its base branch. | owner, repo, number#, method?
get_pull_request_diff | Returns the changes of a pull request as a unified diff. | owner, repo, number#
request_review | Asks people to review a pull request. | owner, repo, number#, reviewers
create_branch | Creates a branch from a commit. | owner, repo, branch, from?
delete_branch | Deletes a branch of a repository. | owner, repo, branch
list_commits | Lists the commits of a branch. | owner, repo, sha?
get_file_contents | Reads one file of a repository at a commit. | owner, repo, path, ref?
search_code | Searches source text across repositories. | q, page#?
fork_repository | Copies a repository into another account. | owner, repo, organization?
create_release | Publishes a release for a tag with notes. | owner, repo, tag, notes?
list_workflow_runs | Lists the runs of continuous integration with their outcome. | owner, repo, branch?
rerun_workflow | Starts a failed workflow run once more. | owner, repo, runId#
list_collaborators | Lists people with access to a repository. | owner, repo
star_repository | Stars a repository for the signed-in account. | owner, repo`,
  tracker: `
createTicket | Creates a ticket in a project board. | project, summary, type?, priority?
assignTicket | Sets the assignee of a ticket. | ticket, user
transitionTicket | Moves a ticket to another column of its workflow. | ticket, status
searchTickets | Finds tickets by a query in the tracker language. | jql, max#?
getTicket | Returns one ticket with all its fields. | ticket
linkTickets | Connects two tickets as duplicate, blocker or relative. | from, to, kind
addWorklog | Records hours spent on a ticket. | ticket, hours#, day?
listSprints | Lists the sprints of a board. | board
startSprint | Begins a sprint with its planned tickets. | sprint, end
closeSprint | Completes a sprint and returns unfinished tickets to the backlog. | sprint
createEpic | Creates an epic that groups tickets. | project, name
estimateTicket | Sets the story points of a ticket. | ticket, points#
setPriority | Sets how urgent a ticket is. | ticket, priority
watchTicket | Subscribes the account to changes of a ticket. | ticket
attachFileToTicket | Uploads a file to a ticket. | ticket, path
listComponents | Lists the components of a project. | project
getBurndown | Returns the burndown chart of a sprint as numbers. | sprint
bulkEditTickets | Changes one field on many tickets at once. | tickets, field, value
deleteTicket | Deletes a ticket for good. | ticket
exportBoard | Exports a board as a spreadsheet. | board, format?`,
  messenger: `
post_message | Posts a text into a channel. | channel, text
reply_in_thread | Answers below an earlier message. | channel, thread, text
send_direct_message | Writes to one member privately. | user, text
list_channels | Lists the channels of the workspace. | cursor?
create_channel | Creates a channel, public or private. | name, private?
archive_channel | Archives a channel so that it becomes read-only. | channel
invite_to_channel | Adds members to a channel. | channel, users
kick_from_channel | Removes a member from a channel. | channel, user
add_reaction | Puts an emoji under a message. | channel, timestamp, emoji
pin_message | Pins a message in its channel. | channel, timestamp
search_messages | Searches past conversations. | query, from?
schedule_message | Sends a message at a later time. | channel, text, at
set_status | Sets the status line and emoji of the account. | text, emoji?, until?
upload_attachment | Shares a file in a channel. | channel, path
list_members | Lists the people of the workspace. | cursor?
get_profile | Returns the profile of a member. | user
start_huddle | Starts an audio call in a channel. | channel
set_topic | Sets the topic of a channel. | channel, topic
mute_notifications | Turns alerts off for some hours. | hours#
get_unread | Returns messages that were not read yet. | since?`,
  calendar: `
create_event | Creates an event with time, place and guests. | title, start, end, guests?
move_event | Moves an event to another time. | event, start
cancel_event | Cancels an event and informs its guests. | event
list_events | Lists events of a period. | from, to
find_free_time | Finds times when all given people are available. | people, minutes#
accept_invitation | Accepts an invitation. | event
decline_invitation | Declines an invitation with a note. | event, note?
set_working_hours | Sets the working hours of the account. | days, from, to
add_reminder | Adds an alert before an event. | event, minutes#
create_calendar | Creates another calendar. | name
share_calendar | Gives another person access to a calendar. | calendar, person, right
book_room | Reserves a meeting room. | room, start, end
list_rooms | Lists meeting rooms with their seats. | building?
set_out_of_office | Declines everything automatically during an absence. | from, to, text?
repeat_event | Makes an event recur by a rule. | event, rule
list_holidays | Lists public holidays of a country. | country, year#
subscribe_to_feed | Follows a calendar by its address. | url
change_time_zone | Sets the time zone of a calendar. | calendar, zone
attendance_report | Counts who attended a series of events. | series
duplicate_event | Copies an event to another day. | event, day`,
  mail: `
send_email | Sends an email to recipients. | to, subject, body
save_draft | Stores an email without sending it. | to, subject, body
reply_to_email | Answers an email in the same conversation. | message, body, all?
forward_email | Passes an email on to other recipients. | message, to
search_inbox | Searches emails by sender, subject or words. | query
mark_as_spam | Reports an email as junk. | message
delete_email | Moves an email to the trash. | message
add_label | Puts a label on a conversation. | message, label
create_filter | Creates a rule that sorts incoming emails. | criteria, action
unsubscribe | Leaves a mailing list. | message
list_attachments | Lists the files attached to an email. | message
download_attachment | Saves an attached file to disk. | attachment, path
set_vacation_reply | Answers incoming emails automatically while away. | from, to, body
set_signature | Sets the closing lines of outgoing emails. | text
create_contact | Adds a person to the address book. | name, email, phone?
find_contact | Looks up a person in the address book. | query
snooze_email | Hides a conversation until a later date. | message, until
archive_email | Takes a conversation out of the inbox. | message
undo_send | Recalls an email sent moments ago. | message
count_unread | Returns the number of unread emails per folder. | folder?`,
  database: `
run_query | Runs a read-only SQL statement and returns its rows. | sql, limit#?
execute_statement | Executes an SQL statement that changes data. | sql
list_tables | Lists the tables of a schema. | schema?
describe_table | Returns columns, types and keys of a table. | table
explain_query | Returns the execution plan of a statement. | sql, analyze?
create_index | Creates an index on columns of a table. | table, columns
drop_index | Drops an index. | index
list_slow_queries | Lists statements by their total time. | limit#?
show_locks | Lists sessions that block each other. |
kill_session | Ends a session of the server. | pid#
backup_database | Writes a dump of the database to a file. | path
restore_database | Loads a dump into the database. | path
vacuum_table | Reclaims space of dead rows. | table
table_sizes | Returns the bytes that each table occupies. | schema?
create_role | Creates a login role. | name
grant_privilege | Grants a privilege on a table to a role. | role, privilege, table
list_extensions | Lists installed extensions. |
run_migration | Applies pending schema migrations. | directory
replication_status | Returns the lag of each standby. |
export_csv | Writes the result of a statement as comma-separated values. | sql, path`,
  drive: `
upload_file | Uploads a file into a folder. | path, folder?
download_file | Downloads a stored document. | file, path
create_folder | Creates a folder. | name, parent?
move_file | Moves a document to another folder. | file, folder
rename_file | Gives a document another name. | file, name
share_file | Gives people access to a document by link or address. | file, people?, role
revoke_access | Takes access to a document away from a person. | file, person
list_versions | Lists earlier versions of a document. | file
restore_version | Brings an earlier version of a document back. | file, version
search_files | Finds documents by name or content. | query
trash_file | Puts a document into the bin. | file
empty_trash | Deletes everything in the bin for good. |
convert_to_pdf | Converts a document into a PDF. | file
create_spreadsheet | Creates an empty spreadsheet. | name
append_rows | Adds rows at the end of a spreadsheet. | file, rows
read_range | Reads cells of a spreadsheet. | file, range
create_slides | Creates a presentation. | name
comment_on_file | Writes a remark beside a passage of a document. | file, text
storage_quota | Returns the used and the remaining space. |
transfer_ownership | Makes another person the owner of a document. | file, person`,
  payments: `
create_customer | Creates a customer. | email, name?
create_invoice | Drafts an invoice for a customer. | customer, items
send_invoice | Emails an invoice to its customer. | invoice
void_invoice | Cancels an invoice that was not paid. | invoice
create_payment_link | Creates a link by which anybody can pay. | price
refund_charge | Returns money of a charge to the customer. | charge, amount#?
list_charges | Lists charges of a period. | from, to
create_subscription | Bills a customer at regular intervals. | customer, price
cancel_subscription | Ends a subscription now or at its period end. | subscription, now?
create_coupon | Creates a discount code. | percent#, duration
list_disputes | Lists charges that customers contested. | state?
submit_evidence | Answers a dispute with documents. | dispute, files
get_balance | Returns the balance of the account. |
create_payout | Transfers the balance to a bank account. | amount#
update_price | Changes the price of a product. | product, amount#
tax_report | Returns collected taxes by country. | year#
list_failed_payments | Lists payments that were declined. | since?
retry_payment | Attempts a declined payment again. | payment
save_card | Stores a payment method for a customer. | customer, token
create_product | Adds a product to the catalogue. | name`,
  cluster: `
list_pods | Lists pods of a namespace with their phase. | namespace?
get_pod_logs | Returns the output of a container. | pod, tail#?
delete_pod | Deletes a pod; its controller creates another. | pod
scale_deployment | Sets the number of replicas of a deployment. | deployment, replicas#
rollout_restart | Restarts the pods of a deployment one after another. | deployment
rollback_deployment | Returns a deployment to its previous revision. | deployment, revision#?
apply_manifest | Creates or changes resources from a manifest. | yaml
describe_node | Returns capacity, conditions and pods of a node. | node
drain_node | Evicts all pods of a node before maintenance. | node
cordon_node | Keeps new pods away from a node. | node
top_pods | Returns processor and memory use of pods. | namespace?
create_secret | Stores a secret in a namespace. | name, data
list_config_maps | Lists configuration maps. | namespace?
port_forward | Forwards a local port to a pod. | pod, port#
exec_in_pod | Runs a command inside a container. | pod, command
create_namespace | Creates a namespace. | name
list_events | Lists recent warnings and events of a namespace. | namespace?
set_image | Changes the container image of a deployment. | deployment, image
create_cron_job | Creates a job that runs on a schedule. | schedule, image
helm_upgrade | Upgrades a chart release with values. | release, chart`,
  ditu: `
maps_geo | 将结构化地址转换为经纬度坐标。 | address, city?
maps_regeocode | 将经纬度坐标转换为行政区划地址信息。 | location
maps_driving | 驾车路径规划，返回通勤方案。 | origin, destination
maps_walking | 步行路径规划，支持一百公里以内。 | origin, destination
maps_bicycling | 骑行路径规划，考虑天桥、单行线、封路等情况。 | origin, destination
maps_transit | 公交路径规划，综合火车、公交、地铁。 | origin, destination, city
maps_distance | 测量两个坐标之间的距离。 | origins, destination
maps_around_search | 搜索指定位置附近的兴趣点。 | location, keywords?, radius#?
maps_text_search | 根据关键词搜索相关的兴趣点。 | keywords, city?
maps_detail | 查询兴趣点的详细信息。 | id
maps_weather | 查询城市的天气预报。 | city
maps_traffic | 查询道路的实时路况。 | road, city
maps_ip_location | 根据 IP 地址定位所在城市。 | ip
maps_static_map | 生成静态地图图片。 | location, zoom#?
maps_district | 查询下级行政区划列表。 | keywords
maps_parking | 查询停车场及剩余车位。 | location
maps_charging | 查询充电桩及空闲状态。 | location
maps_taxi | 呼叫出租车到指定地点。 | origin, destination
maps_favorite | 将兴趣点加入收藏夹。 | id
maps_history | 返回最近浏览过的地点。 | limit#?`,
}

/** 200 tools in 10 servers. */
export const MANY_TOOLS: readonly ListedTool[] = listedTools(TABLES)

/** Reads a table of servers: lines of `name | description | arguments`. */
export function listedTools(tables: Readonly<Record<string, string>>): readonly ListedTool[] {
  return Object.entries(tables).flatMap(([server, table]) =>
    table
      .trim()
      .split('\n')
      .map((line) => listed(server, line)),
  )
}

function listed(server: string, line: string): ListedTool {
  const [name = '', description = '', args = ''] = line.split('|').map((cell) => cell.trim())
  const written = args.split(',').map((arg) => arg.trim())
  const given = written.filter((arg) => arg !== '').map((arg) => arg.replaceAll(/[#?]/g, ''))
  const properties = given.map((arg, at) => {
    const type = written[at]?.includes('#') === true ? 'number' : 'string'
    return [arg, { type }] as const
  })
  const required = given.filter((_, at) => written[at]?.includes('?') !== true)
  return {
    server,
    name,
    description,
    inputSchema: { type: 'object', properties: Object.fromEntries(properties), required },
  }
}
