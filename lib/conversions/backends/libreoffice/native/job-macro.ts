// LibreOfficeKit's own load function opens a window in memory, but installations without a desktop lack parts of it,
// and spreadsheets and comments crash. A macro can load documents hidden, pass a password and set every filter option.
// It is the only macro that LibreOffice runs; macros in documents are never executed.

/**
 * The LibreOffice Basic module `Job` in the profile.
 *
 * `Run(job, reply)` reads the file `job` line by line: the document's URL, the result's URL, the export filter, the
 * service that the document must have, the UTF-16 code units of the password separated by commas, the readable folders'
 * URLs separated by spaces, then filter options as `name,type,value` with type b(oolean), i(nteger) or s(tring). It
 * writes to the file `reply`: `done` or an error, the import filter, and a line per prompt.
 */
export const jobMacro = `Option Explicit

Private asked As String
Private readBy As String
Private broker As Object
Private files As Object
Private roots As Variant

Function Pair(name As String, value As Variant) As Object
  Dim made As New com.sun.star.beans.PropertyValue
  made.Name = name
  made.Value = value
  Pair = made
End Function

Sub Ask_handle(request As Object)
  Dim question As Object, choices As Variant, index As Integer, kind As String, refuses As Boolean
  question = request.getRequest()
  kind = Mid(question.Dbg_Properties, 1, 200)
  If InStr(kind, "PasswordRequest") > 0 Then
    asked = asked &amp; "password" &amp; Chr(10)
    refuses = True
  ElseIf InStr(kind, "BrokenPackage") > 0 Then
    asked = asked &amp; "broken" &amp; Chr(10)
    refuses = True
  Else
    asked = asked &amp; Replace(kind, Chr(10), " ") &amp; Chr(10)
  End If
  choices = request.getContinuations()
  For index = LBound(choices) To UBound(choices)
    If refuses Then
      If HasUnoInterfaces(choices(index), "com.sun.star.task.XInteractionAbort") Then choices(index).select()
    Else
      If HasUnoInterfaces(choices(index), "com.sun.star.task.XInteractionApprove") Then choices(index).select()
    End If
  Next index
End Sub

Sub Ask_disposing(event As Object)
End Sub

Function Decoded(codes As String) As String
  Dim parts As Variant, index As Integer, text As String
  parts = Split(codes, ",")
  For index = LBound(parts) To UBound(parts)
    text = text &amp; Chr(CLng(parts(index)))
  Next index
  Decoded = text
End Function

Function FilterOf(document As Object) As String
  Dim arguments As Variant, index As Integer
  arguments = document.getArgs()
  For index = LBound(arguments) To UBound(arguments)
    If arguments(index).Name = "FilterName" Then FilterOf = arguments(index).Value
  Next index
End Function

Function Files_queryContent(identifier As Object) As Object
  Dim url As String, index As Integer
  url = identifier.getContentIdentifier()
  If InStr(url, "..") = 0 And InStr(LCase(url), "%2e") = 0 Then
    For index = LBound(roots) To UBound(roots)
      If Left(url, Len(roots(index))) = roots(index) Then
        Files_queryContent = files.queryContent(identifier)
        Exit Function
      End If
    Next index
  End If
  Files_queryContent = Nothing
End Function

Function Files_compareContentIds(one As Object, other As Object) As Long
  Files_compareContentIds = files.compareContentIds(one, other)
End Function

Sub LockIn()
  Dim providers As Variant, index As Integer, scheme As String
  broker = CreateUnoService("com.sun.star.ucb.UniversalContentBroker")
  providers = broker.queryContentProviders()
  For index = LBound(providers) To UBound(providers)
    scheme = providers(index).Scheme
    If scheme = "file" Then
      files = providers(index).ContentProvider
      broker.registerContentProvider(CreateUnoListener("Files_", "com.sun.star.ucb.XContentProvider"), scheme, True)
    ElseIf Left(scheme, 12) &lt;&gt; "vnd.sun.star" Or InStr(scheme, "webdav") &gt; 0 Then
      broker.deregisterContentProvider(providers(index).ContentProvider, scheme)
    End If
  Next index
End Sub

Sub LetOut()
  broker.registerContentProvider(files, "file", True)
End Sub

Function Converted(source As String, target As String, filter As String, service As String, codes As String, data As Variant) As String
  Dim document As Object, arguments As Variant
  On Error GoTo Failed
  arguments = Array(Pair("Hidden", True), Pair("Silent", True), Pair("MacroExecutionMode", 0), _
    Pair("UpdateDocMode", 0), Pair("RepairPackage", False), Pair("AsTemplate", False), _
    Pair("InteractionHandler", CreateUnoListener("Ask_", "com.sun.star.task.XInteractionHandler")))
  If codes &lt;&gt; "" Then
    ReDim Preserve arguments(7)
    arguments(7) = Pair("Password", Decoded(codes))
  End If
  LockIn
  document = StarDesktop.loadComponentFromURL(source, "_blank", 0, arguments)
  If IsNull(document) Then
    Converted = "not loaded"
  Else
    If document.supportsService("com.sun.star.text.TextDocument") Then document.CurrentController.ViewSettings.ShowAnnotations = False
    readBy = FilterOf(document)
    Converted = "a document of another application"
    If service = "" Or document.supportsService(service) Then
      document.storeToURL(target, Array(Pair("FilterName", filter), Pair("FilterData", data)))
      Converted = "done"
    End If
    document.close(True)
  End If
  LetOut
  Exit Function
Failed:
  Converted = "failed: " &amp; Replace(Error$, Chr(10), " ")
  On Error Resume Next
  If Not IsNull(document) Then document.close(True)
  LetOut
End Function

Sub Run(job As String, reply As String)
  Dim file As Integer, source As String, target As String, filter As String, service As String, codes As String, outcome As String
  Dim entry As String, parts As Variant, data() As Object, count As Integer
  ' Otherwise events of hidden windows, such as displaying comments, are processed meanwhile.
  EnableReschedule False
  asked = ""
  readBy = ""
  file = FreeFile
  Open job For Input As #file
  Line Input #file, source
  Line Input #file, target
  Line Input #file, filter
  Line Input #file, service
  Line Input #file, codes
  Line Input #file, entry
  roots = Split(entry, " ")
  Do While Not Eof(file)
    Line Input #file, entry
    parts = Split(entry, ",", 3)
    If UBound(parts) = 2 Then
      ReDim Preserve data(count)
      Select Case parts(1)
        Case "b"
          data(count) = Pair(parts(0), parts(2) = "true")
        Case "i"
          data(count) = Pair(parts(0), CLng(parts(2)))
        Case Else
          data(count) = Pair(parts(0), parts(2))
      End Select
      count = count + 1
    End If
  Loop
  Close #file
  file = FreeFile
  Open reply For Output As #file
  outcome = Converted(source, target, filter, service, codes, data)
  Print #file, outcome
  Print #file, readBy
  Print #file, asked
  Close #file
End Sub
`;
