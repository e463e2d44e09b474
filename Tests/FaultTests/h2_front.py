"""An HTTP/2 server over TLS in front of one that speaks HTTP/1.1: h2_front.py BACKEND-PORT CERTIFICATE KEY

Prints its port. What it does wrong, the backend decides: where its answer has the header X-Fault, that fault of HTTP/2 is played in
its place. Made with python3-h2, which keeps the rules of the protocol that the fault does not break.
"""

import http.client
import socket
import ssl
import sys
import threading

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions

backend, certificate, key = int(sys.argv[1]), sys.argv[2], sys.argv[3]
HOP = {"connection", "transfer-encoding", "keep-alive", "content-length"}


class Conversation:
    def __init__(self, stream):
        self.stream = stream
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        self.requests = {}
        self.is_open = True

    def run(self):
        self.h2.initiate_connection()
        self.flush()
        while self.is_open and (data := self.stream.recv(65536)):
            for event in self.h2.receive_data(data):
                self.take(event)
            self.flush()

    def flush(self):
        if data := self.h2.data_to_send():
            self.stream.sendall(data)

    def take(self, event):
        if isinstance(event, h2.events.RequestReceived):
            self.requests[event.stream_id] = (dict(event.headers), bytearray())
        elif isinstance(event, h2.events.DataReceived):
            self.requests[event.stream_id][1].extend(event.data)
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            self.answer(event.stream_id, *self.requests.pop(event.stream_id))

    def answer(self, stream_id, headers, body):
        connection = http.client.HTTPConnection("127.0.0.1", backend, timeout=20)
        own = {name: value for name, value in headers.items() if not name.startswith(":")}
        own["Host"] = headers[":authority"]
        connection.request(headers[":method"], headers[":path"], bytes(body) or None, own)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if fault := answer.getheader("X-Fault"):
            return self.play(fault, stream_id)
        fields = [(name.lower(), value) for name, value in answer.getheaders() if name.lower() not in HOP]
        self.h2.send_headers(stream_id, [(":status", str(answer.status)), *fields], end_stream=not content)
        if content:
            self.h2.send_data(stream_id, content, end_stream=True)

    def play(self, fault, stream_id):
        codes = h2.errors.ErrorCodes
        if fault == "resetStream":
            self.h2.reset_stream(stream_id, codes.INTERNAL_ERROR)
            return
        if fault == "refusedStream":
            self.h2.reset_stream(stream_id, codes.REFUSED_STREAM)
            return
        if fault == "goawayInAnswer":
            self.h2.send_headers(stream_id, [(":status", "200"), ("content-type", "application/json")])
            self.h2.send_data(stream_id, b'{"tokenId":"not-al')
        # The last stream that the server says it has looked at: with `goawayBefore` this one was not.
        last = stream_id - 2 if fault == "goawayBefore" else stream_id
        code = codes.NO_ERROR if fault == "goawayBefore" else codes.ENHANCE_YOUR_CALM
        self.h2.close_connection(code, last_stream_id=max(0, last))
        self.flush()
        self.is_open = False


def serve(raw):
    try:
        with context.wrap_socket(raw, server_side=True) as stream:
            if stream.selected_alpn_protocol() == "h2":
                Conversation(stream).run()
    except (OSError, h2.exceptions.ProtocolError):
        pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
context.set_alpn_protocols(["h2"])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=[listener.accept()[0]], daemon=True).start()
