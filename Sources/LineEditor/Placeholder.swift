// LineEditor
