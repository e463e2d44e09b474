;;; login.el --- Sign in with the sandbox through journey rpc  -*- lexical-binding: t; -*-

;;; Commentary:

;; Uses jsonrpc.el, which comes with Emacs 27 and newer and speaks the framing with headers.
;;
;;   emacs --batch -l scripts/clients/login.el [PATH OF journey]

;;; Code:

(require 'jsonrpc)

(defun journey-connect (program &rest options)
  "Start PROGRAM with OPTIONS as a JSON-RPC server and return the connection."
  (make-instance
   'jsonrpc-process-connection
   :name "journey"
   :process (make-process :name "journey"
                          :command `(,program ,@options "rpc")
                          :connection-type 'pipe
                          :coding 'utf-8-emacs-unix
                          :noquery t
                          :stderr (get-buffer-create "*journey stderr*"))))

(let* ((program (or (car command-line-args-left) "journey"))
       (journey (journey-connect program "--sandbox")))
  (setq command-line-args-left nil)
  (jsonrpc-request journey 'start '(:journey "Login"))
  (jsonrpc-request journey 'set '(:target "NameCallback" :value "demo"))
  (jsonrpc-request journey 'set '(:target "PasswordCallback" :value "Ch4ng31t"))
  (princ (format "%s\n" (plist-get (jsonrpc-request journey 'next nil) :kind)))
  (jsonrpc-shutdown journey))

;;; login.el ends here
