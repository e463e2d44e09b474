" Signs in with the built-in sandbox through `journey rpc`, on a channel in `lsp` mode (Vim 9).
"
"   JOURNEY=PATH vim -es -u NONE -S scripts/clients/login.vim
let s:program = empty($JOURNEY) ? 'journey' : $JOURNEY
let s:job = job_start([s:program, '--sandbox', 'rpc'], {'mode': 'lsp', 'err_io': 'null'})
let s:channel = job_getchannel(s:job)

" Calls a method and gives its result; the answer to the request is waited for.
function! s:Call(method, params) abort
  let l:answer = ch_evalexpr(s:channel, {'method': a:method, 'params': a:params}, {'timeout': 10000})
  if has_key(l:answer, 'error')
    throw a:method . ': ' . l:answer.error.message
  endif
  return l:answer.result
endfunction

try
  call s:Call('start', {'journey': 'Login'})
  call s:Call('set', {'target': 'NameCallback', 'value': 'demo'})
  call s:Call('set', {'target': 'PasswordCallback', 'value': 'Ch4ng31t'})
  let s:kind = s:Call('next', {}).kind
  call writefile([s:kind], '/dev/stdout', 'a')
catch
  call writefile([v:exception], '/dev/stderr', 'a')
  cquit!
endtry
call job_stop(s:job)
qall!
