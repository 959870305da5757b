;;; emacs.el --- An Emacs user's way from squiggle to trail to fix  -*- lexical-binding: t -*-

;; With eglot (built in since Emacs 29, Debian's elpa-eglot for 28), in batch mode. Started by `run' in a compiled project, whose
;; src/main/java/Till.java it opens; ends with status 0 or 1.

(require 'package)
(package-initialize)
(require 'cl-lib)
(require 'eglot)
(require 'flymake)

(defconst patience 30 "Seconds; a debug build on a busy machine is slow.")

(setq make-backup-files nil
      create-lockfiles nil
      auto-save-default nil
      eglot-sync-connect patience
      eglot-autoshutdown nil
      eglot-send-changes-idle-time 0
      flymake-no-changes-timeout nil)

(defun say (&rest words)
  (princ (concat (mapconcat (lambda (word) (format "%s" word)) words " ") "\n")))

(defun wait-for (what condition)
  (let ((end (+ (float-time) patience)) (result nil))
    (while (and (not (setq result (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (unless result (error "waited in vain for: %s" what))
    (say "✓" what)
    result))

(defun expect (what found wanted)
  (unless (equal found wanted)
    (error "%s: expected %S, found %S" what wanted found)))

(defvar messages nil "What the server told its user, newest first.")

(cl-defmethod eglot-handle-notification :after (_server (_method (eql window/showMessage)) &key message &allow-other-keys)
  (push message messages))

(defun findings ()
  "The server's diagnostics in this buffer; also those that flymake has not drawn yet."
  (flymake-start)
  (cl-remove-if-not (lambda (found) (string-match-p "deadlock" (downcase (flymake-diagnostic-text found))))
                    (flymake-diagnostics)))

(defun goto-text (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun check-finding ()
  (wait-for "the finding" #'findings)
  (expect "number of findings" (length (findings)) 1)
  (let ((finding (car (findings))))
    (goto-char (flymake-diagnostic-beg finding))
    (expect "where it begins" (point) (goto-text "synchronized (to)"))
    (expect "severity" (flymake-diagnostic-type finding) 'eglot-error)
    finding))

(defun titles-of (actions)
  (mapcar (lambda (action) (plist-get action :title)) actions))

(defun choose (finding wanted)
  "Run the code action at FINDING whose title contains WANTED, as the user's menu does."
  (let* ((actions (append (eglot-code-actions (flymake-diagnostic-beg finding) (flymake-diagnostic-end finding) nil nil) nil))
         (action (cl-find-if (lambda (action) (string-match-p wanted (downcase (plist-get action :title)))) actions))
         (command (plist-get action :command))
         (server (eglot-current-server)))
    (unless action (error "no action says %s: %S" wanted (titles-of actions)))
    (cond ((fboundp 'eglot-execute) (eglot-execute server action))
          ((stringp command) (eglot-execute-command server (intern command) (plist-get action :arguments)))
          (t (eglot-execute-command server (intern (plist-get command :command)) (plist-get command :arguments))))
    (say "✓" "the code action" (plist-get action :title))))

(defun named-trail ()
  "The trail's file: in a buffer, where eglot can show documents, else in a message of the server."
  (or (cl-some (lambda (buffer) (let ((file (buffer-file-name buffer))) (and file (string-suffix-p ".md" file) file)))
               (buffer-list))
      (cl-some (lambda (text) (and (string-match "/[^ ]+\\.md" text) (match-string 0 text))) messages)))

(defun third-step ()
  "File and line that the third row of the trail in this buffer links to."
  (goto-char (point-min))
  (unless (re-search-forward "^| \\(⇄ \\)?3 |.*(\\(file:[^)#]+\\)#L\\([0-9]+\\))" nil t)
    (error "the third step has no link:\n%s" (buffer-string)))
  (let ((file (match-string 2)) (line (match-string 3)))
    (cons (url-unhex-string (url-filename (url-generic-parse-url file))) (string-to-number line))))

(defun set-up-as-documented ()
  "Evaluate what the page for Emacs's users tells them to write for trails."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "emacs.md" (getenv "DROPWIRE_DOCS")))
    (search-forward "(defun dropwire-visit-step")
    (let ((start (match-beginning 0)))
      (search-forward "```")
      (eval-region start (match-beginning 0)))))

(defun jump-to-third-step (trail)
  "The user's way: the trail's buffer, the row of its third step, and Enter."
  (save-current-buffer
    (find-file trail)
    (let ((place (third-step)))
      (expect "the command of Enter" (key-binding (kbd "RET")) 'dropwire-visit-step)
      (call-interactively (key-binding (kbd "RET")))
      (expect "the line of the third step" (line-number-at-pos) (cdr place))
      (expect "the file of the third step" (file-name-nondirectory buffer-file-name) "Till.java")
      (unless (looking-at-p ".*\\(synchronized\\|transfer\\|start\\)")
        (error "the third step is not at line %d" (cdr place)))
      (say "✓ the source of the third step, line" (cdr place)))))

(defun fix-and-compile (root)
  (goto-text "transfer(ledger, drawer);")
  (kill-line)
  (insert "transfer(drawer, ledger);")
  (save-buffer)
  (with-temp-buffer
    (let* ((default-directory root)
           (status (call-process (getenv "DROPWIRE_JAVAC") nil t nil "-g" "-proc:none" "-d" "target/classes"
                                 "src/main/java/Till.java")))
      (expect (concat "status of javac, which said: " (buffer-string)) status 0))))

(defun main (root)
  (add-to-list 'eglot-server-programs `(java-mode . (,(getenv "DROPWIRE_BIN") "lsp")))
  ;; A folder under version control is found by itself; this one is not.
  (setq project-find-functions (list (lambda (_folder) (cons 'transient root))))
  (find-file (expand-file-name "src/main/java/Till.java" root))
  (java-mode)
  (set-up-as-documented)
  (let ((buffer (current-buffer)))
    (apply #'eglot--connect (eglot--guess-contact))
    (wait-for "the server is up" #'eglot-managed-p)
    (choose (check-finding) "trail")
    ;; What comes in one piece with an answer stays unread in older jsonrpc until more comes; a user's next move brings more.
    (jump-to-third-step (wait-for "the trail's file, in a buffer or a message"
                                  (lambda () (or (named-trail) (progn (eglot-code-actions (point-min) (point-max) nil nil) nil)))))
    (set-buffer buffer)
    (fix-and-compile root)
    (wait-for "the finding is gone" (lambda () (not (findings))))
    (eglot-shutdown (eglot-current-server))))

(condition-case problem
    (progn (main default-directory) (kill-emacs 0))
  (error (say "FAIL" (error-message-string problem)) (kill-emacs 1)))

;;; emacs.el ends here
