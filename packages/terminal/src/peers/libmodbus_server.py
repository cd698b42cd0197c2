"""Serves holding registers with libmodbus through ctypes: libmodbus_server.py mbtcp|serial <port or path> <unit>.

Registers are given as JSON on standard input: {"address": value}. Prints "ready <port>" once it listens.
A unit on a serial line answers only for itself; over TCP libmodbus answers for every unit.
"""
import ctypes
import json
import sys

REGISTERS = 4096


class Mapping(ctypes.Structure):
    _fields_ = [
        *[(name, ctypes.c_int) for name in (
            "nb_bits", "start_bits", "nb_input_bits", "start_input_bits",
            "nb_input_registers", "start_input_registers", "nb_registers", "start_registers",
        )],
        ("tab_bits", ctypes.POINTER(ctypes.c_uint8)),
        ("tab_input_bits", ctypes.POINTER(ctypes.c_uint8)),
        ("tab_input_registers", ctypes.POINTER(ctypes.c_uint16)),
        ("tab_registers", ctypes.POINTER(ctypes.c_uint16)),
    ]


modbus = ctypes.CDLL("libmodbus.so.5")
for name in ("modbus_new_tcp", "modbus_new_rtu"):
    getattr(modbus, name).restype = ctypes.c_void_p
modbus.modbus_mapping_new.restype = ctypes.POINTER(Mapping)

kind, where, unit = sys.argv[1], sys.argv[2], int(sys.argv[3])
mapping = modbus.modbus_mapping_new(0, 0, REGISTERS, 0)
for address, value in json.loads(sys.stdin.readline()).items():
    mapping.contents.tab_registers[int(address)] = value

if kind == "mbtcp":
    line = ctypes.c_void_p(modbus.modbus_new_tcp(b"127.0.0.1", int(where)))
    listening = ctypes.c_int(modbus.modbus_tcp_listen(line, 1))
    print("ready", where, flush=True)
    modbus.modbus_tcp_accept(line, ctypes.byref(listening))
else:
    line = ctypes.c_void_p(modbus.modbus_new_rtu(where.encode(), 9600, ctypes.c_char(b"N"), 8, 1))
    modbus.modbus_set_slave(line, unit)
    if modbus.modbus_connect(line) != 0:
        sys.exit("cannot open " + where)
    print("ready 0", flush=True)

query = (ctypes.c_uint8 * 260)()
while True:
    length = modbus.modbus_receive(line, query)
    if length > 0:
        modbus.modbus_reply(line, query, length, mapping)
    elif length == -1 and kind == "mbtcp":
        break
