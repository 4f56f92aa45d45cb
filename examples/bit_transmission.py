"""Bit transmission (Fagin, Halpern, Moses, Vardi 1995): when does the sender know that the receiver knows the bit?"""

from whoknows import System

# "A sender sends a bit until it is acknowledged; the receiver acknowledges it again and again."
# "The channel delivers what is sent in a step, or loses it; nobody sees which."
parts = {
    "agents": {"sender": ["bit", "ack"], "receiver": ["got"]},
    "variables": {"bit": ["0", "1"], "ack": bool, "got": ["none", "0", "1"], "delivered": bool},
    "init": "~ack & got=none & ~delivered",
    "protocol": {
        "sender": {"send": "~ack", "wait": "ack"},
        "receiver": {"silent": "got=none", "reply": "~got=none"},
        "channel": ["deliver", "lose"],
    },
    "evolution": {
        "sender": [("channel=deliver & receiver=reply", {"ack": "true"})],
        "receiver": [("channel=deliver & sender=send", {"got": "bit"})],
        "channel": [("true", {"delivered": "channel = deliver"})],
    },
}
system = System(**parts)
print(system)
assert len(system) == 10

# "Once the bit is acknowledged, the sender knows that the receiver knows it; the receiver never learns that."
assert system.holds("AG (ack -> K_sender Kv_receiver bit)")
assert not system.holds("EF K_receiver K_sender Kv_receiver bit")

# "The receiver knew the bit before the sender knew that."
assert system.holds("AG (ack -> O (Kv_receiver bit & ~K_sender Kv_receiver bit))")

# "The acknowledgement may never come, unless the channel delivers again and again."
print("it comes:", system.holds("AF ack"), System(**parts, fairness="delivered").holds("AF ack"))
assert not system.holds("AF ack")
assert System(**parts, fairness="delivered").holds("AF ack")
