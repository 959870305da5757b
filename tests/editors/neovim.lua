-- A Neovim user's way from squiggle to trail to fix, with the language client that comes with the editor (0.7 and later).
--
-- Started by `run` in a compiled project, with src/main/java/Till.java as its argument; ends with status 0 or 1.

local patience = 30000 -- milliseconds; a debug build on a busy machine is slow

local function say(...)
  io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), ' ') .. '\n')
end

local function wait_for(what, condition)
  if not vim.wait(patience, condition, 20) then
    error('waited in vain for: ' .. what)
  end
  say('✓', what)
end

local function expect(what, found, wanted)
  if found ~= wanted then
    error(('%s: expected %s, found %s'):format(what, vim.inspect(wanted), vim.inspect(found)))
  end
end

local function line_of(buffer, text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if line:find(text, 1, true) then
      return number - 1
    end
  end
  error('no line has ' .. text)
end

--- What the server told this client: messages and documents, and the status with which it ended.
local function connect(buffer, shows_documents)
  local session = { messages = {}, documents = {} }
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.window = vim.tbl_deep_extend('force', capabilities.window or {},
    { showDocument = { support = shows_documents } })

  local config = {
    name = 'dropwire',
    cmd = { vim.env.DROPWIRE_BIN, 'lsp' },
    root_dir = vim.fn.getcwd(),
    capabilities = capabilities,
    handlers = {
      ['window/showMessage'] = function(_, message)
        table.insert(session.messages, message.message)
        return vim.NIL
      end,
      -- Neovim 0.7 has none; this one does what that of 0.9 does.
      ['window/showDocument'] = function(_, document)
        table.insert(session.documents, document)
        vim.cmd('split ' .. vim.fn.fnameescape(vim.uri_to_fname(document.uri)))
        vim.cmd('wincmd p')
        return { success = true }
      end,
    },
    on_exit = function(status)
      session.exit_status = status
    end,
  }
  if vim.fn.has('nvim-0.11') == 1 then
    session.id = vim.lsp.start(config, { attach = false })
  else
    session.id = vim.lsp.start_client(config)
  end
  assert(session.id, 'the server did not start')
  assert(vim.lsp.buf_attach_client(buffer, session.id))
  wait_for('the server is up', function()
    local client = vim.lsp.get_client_by_id(session.id)
    return client and client.initialized
  end)
  return session
end

local function disconnect(session)
  vim.lsp.stop_client(session.id)
  wait_for('the server has ended', function()
    return session.exit_status ~= nil
  end)
  expect('exit status of the server', session.exit_status, 0)
end

--- One finding, where it belongs, said well.
local function check_finding(buffer)
  wait_for('the finding', function()
    return #vim.diagnostic.get(buffer) > 0
  end)
  local findings = vim.diagnostic.get(buffer)
  expect('number of findings', #findings, 1)
  local finding = findings[1]
  local line = line_of(buffer, 'synchronized (to)')
  local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1]
  expect('line', finding.lnum, line)
  expect('column: where the text of the line begins', finding.col, #text:match('^%s*'))
  expect('severity', finding.severity, vim.diagnostic.severity.ERROR)
  expect('source', finding.source, 'dropwire')
  expect('code', finding.code or finding.user_data.lsp.code, 'deadlock')
  if not finding.message:lower():find('deadlock') then
    error('the message does not name its kind: ' .. finding.message)
  end
  return finding
end

--- The user's way: cursor on the squiggle, ask for code actions, choose the one that opens the trail.
local function choose_trail(finding)
  local offered
  vim.ui.select = function(items, _, choose)
    offered = {}
    for index, item in ipairs(items) do
      local action = item.action or item[2] -- since 0.10; before
      table.insert(offered, action.title)
      if action.title:lower():find('trail') then
        return choose(item, index)
      end
    end
    choose(nil)
  end
  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
  vim.lsp.buf.code_action()
  wait_for('code actions', function()
    return offered ~= nil
  end)
  if not offered[#offered]:lower():find('trail') then
    error('no action opens the trail: ' .. vim.inspect(offered))
  end
end

local function check_trail(name, lines)
  local text = table.concat(lines, '\n')
  expect('suffix of the trail’s file', name:match('%.[^.]*$'), '.md')
  for _, word in ipairs({ 'Till.java', 'main' }) do
    if not text:find(word, 1, true) then
      error(('the trail does not mention %s:\n%s'):format(word, text))
    end
  end
end

--- From the trail's third row to the line that it links to.
local function jump_to_third_step(lines)
  for _, row in ipairs(lines) do
    local file, line = row:match('^| [⇄ ]*3 |.*%((file:[^)#]+)#L(%d+)%)')
    if file then
      vim.cmd(('split +%s %s'):format(line, vim.fn.fnameescape(vim.uri_to_fname(file))))
      expect('the file of the third step', vim.fn.expand('%:t'), 'Till.java')
      local text = vim.api.nvim_get_current_line()
      if not (text:find('synchronized') or text:find('transfer') or text:find('start')) then
        error('the third step is not at line ' .. line .. ': ' .. text)
      end
      say('✓ the source of the third step, line', line)
      vim.cmd('close')
      return
    end
  end
  error('the third step has no link')
end

--- What the page for Neovim's users tells them to write for trails.
local function set_up_as_documented()
  local page = table.concat(vim.fn.readfile(vim.env.DROPWIRE_DOCS .. '/neovim.md'), '\n')
  local code = page:match('## From a trail to its sources.-```lua\n(.-)```')
  assert(load(assert(code, 'the page has no code for trails')))()
end

--- The user's way: into the window of the trail, onto the row of its third step, and Enter.
local function enter_goes_to_the_source(trail)
  local before = vim.api.nvim_get_current_win()
  vim.api.nvim_set_current_win(vim.fn.bufwinid(trail))
  local row, wanted
  for number, line in ipairs(vim.api.nvim_buf_get_lines(trail, 0, -1, false)) do
    local linked = line:match('^| [⇄ ]*3 |.*%(file:[^)#]+#L(%d+)%)')
    if linked then
      row, wanted = number, tonumber(linked)
    end
  end
  vim.api.nvim_win_set_cursor(0, { assert(row, 'no third step'), 0 })
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<CR>', true, false, true), 'mx', false)
  wait_for('Enter goes to the source of the third step', function()
    return vim.fn.expand('%:t') == 'Till.java'
  end)
  expect('its line', vim.api.nvim_win_get_cursor(0)[1], wanted)
  vim.api.nvim_win_set_buf(0, trail)
  vim.api.nvim_set_current_win(before)
end

local function fix(buffer)
  local line = line_of(buffer, 'transfer(ledger, drawer);')
  local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1]
  vim.api.nvim_buf_set_lines(buffer, line, line + 1, false, { (text:gsub('ledger, drawer', 'drawer, ledger')) })
  vim.cmd('silent write')
end

local function fix_and_compile(buffer)
  fix(buffer)
  local said = vim.fn.system({
    vim.env.DROPWIRE_JAVAC, '-g', '-proc:none', '-d', 'target/classes', vim.api.nvim_buf_get_name(buffer),
  })
  expect('status of javac, which said: ' .. said, vim.v.shell_error, 0)
end

--- A client that cannot show documents is told where the trail is.
local function trail_in_a_message(buffer)
  local session = connect(buffer, false)
  choose_trail(check_finding(buffer))
  local path
  wait_for('a message that names the trail’s file', function()
    for _, message in ipairs(session.messages) do
      path = path or message:match('(/%S+%.md)')
    end
    return path ~= nil
  end)
  check_trail(path, vim.fn.readfile(path))
  expect('documents shown', #session.documents, 0)
  disconnect(session)
  vim.diagnostic.reset(nil, buffer)
end

--- One that can is shown the file, and keeps the focus; once the program is right, the finding goes.
local function trail_in_a_window(buffer)
  local session = connect(buffer, true)
  choose_trail(check_finding(buffer))
  wait_for('the trail’s document', function()
    return #session.documents > 0
  end)
  if session.documents[1].takeFocus == true then
    error('the trail takes the focus')
  end
  local trail = vim.fn.bufnr(vim.uri_to_fname(session.documents[1].uri))
  check_trail(vim.api.nvim_buf_get_name(trail), vim.api.nvim_buf_get_lines(trail, 0, -1, false))
  expect('the buffer with the focus', vim.api.nvim_get_current_buf(), buffer)
  jump_to_third_step(vim.api.nvim_buf_get_lines(trail, 0, -1, false))
  expect('the buffer with the focus again', vim.api.nvim_get_current_buf(), buffer)
  enter_goes_to_the_source(trail)
  expect('the buffer with the focus at last', vim.api.nvim_get_current_buf(), buffer)

  fix_and_compile(buffer)
  wait_for('the finding is gone', function()
    return #vim.diagnostic.get(buffer) == 0
  end)
  disconnect(session)
end

--- A folder with one source and nothing else: saving is all that the user does.
local function nothing_but_a_source(buffer)
  local session = connect(buffer, true)
  vim.cmd('silent write')
  check_finding(buffer)
  fix(buffer)
  wait_for('the finding is gone', function()
    return #vim.diagnostic.get(buffer) == 0
  end)
  disconnect(session)
end

local function main()
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.fn.argv(0)))
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].filetype = 'java'
  if vim.env.DROPWIRE_ALONE then
    return nothing_but_a_source(buffer)
  end
  trail_in_a_message(buffer)
  set_up_as_documented()
  trail_in_a_window(buffer)
end

vim.api.nvim_create_autocmd('VimEnter', {
  nested = true, -- or saving would tell nobody
  once = true,
  callback = function()
    local passed, problem = xpcall(main, debug.traceback)
    if passed then
      vim.cmd('qall!')
    else
      say('FAIL', problem)
      vim.cmd('cquit 1')
    end
  end,
})
